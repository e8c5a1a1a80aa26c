# The commands of everyday work. CONTRIBUTING.md says when to use which.

TOOL = go tool -modfile=tools/go.mod

.PHONY: test check bench fuzz

test: ## all tests; what they need is installed where it is missing
	./scripts/servers ./scripts/test

check: ## all that a commit must pass
	test -z "$$($(TOOL) gofumpt -l .)"
	$(TOOL) staticcheck ./...
	for m in . bench citetest dbtest dbtest/recipes gormid; do \
		(cd $$m && go mod tidy -diff && go vet ./... && go fix -diff ./...) || exit 1; \
	done
	./scripts/servers ./scripts/test -race

bench: ## the figures of docs/performance.md
	cd bench && go run . && go run ./datasets -budget 15s
	go test -run '^$$' -bench . -timeout 60m ./patricia ./dataset ./registry ./store/sqlitestore ./ingest ./cmd/idem

fuzz: ## a minute for each fuzz target
	./scripts/fuzz 60s
