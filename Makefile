# The commands of everyday work. CONTRIBUTING.md says when to use which.

TOOL = go tool -modfile=tools/go.mod

# Modules of this repository; each has tests. The first is the one that people import.
MODULES = . bench dbtest dbtest/recipes gormid

.PHONY: test check bench fuzz

test: ## all tests; what they need is installed where it is missing
	./scripts/servers sh -c 'for m in $(MODULES); do (cd $$m && go test ./...) || exit 1; done'

check: ## all that a commit must pass
	test -z "$$($(TOOL) gofumpt -l .)"
	$(TOOL) staticcheck ./...
	./scripts/servers sh -c 'for m in $(MODULES); do \
		(cd $$m && go mod tidy -diff && go vet ./... && go fix -diff ./... && go test -race ./...) || exit 1; \
	done'

bench: ## the figures of docs/performance.md
	cd bench && go run .
	go test -run '^$$' -bench . -timeout 60m ./patricia ./dataset ./registry ./store/sqlitestore ./ingest ./cmd/idem

fuzz: ## a minute for each fuzz target
	./scripts/fuzz 60s
