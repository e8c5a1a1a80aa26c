# The commands of everyday work. CONTRIBUTING.md says when to use which.

TOOL = go tool -modfile=tools/go.mod

.PHONY: test check bench fuzz

test: ## all tests; what they need is installed where it is missing
	go test ./...

check: ## all that a commit must pass
	test -z "$$($(TOOL) gofumpt -l .)"
	go mod tidy -diff
	go vet ./...
	$(TOOL) staticcheck ./...
	go fix -diff ./...
	go test -race ./...

bench: ## the figures of the documentation
	go test -run '^$$' -bench . -timeout 60m ./...

fuzz: ## a minute for each fuzz target
	./scripts/fuzz 60s
