# Everything here works on a fresh Debian or Ubuntu machine as root or with
# sudo: "make demo" and "make test" install what is missing first.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build demo test lint conformance bench bench-diff clean

# A toolchain in its usual place works without a shell that has put it on PATH.
export PATH := $(PATH):/usr/local/go/bin:/usr/lib/go/bin:$(HOME)/.cargo/bin

GO := scripts/go.sh

# The version is the tag of the commit, when there is one; the commit itself is
# recorded by Go, where git may be asked.
VERSION ?= $(patsubst v%,%,$(shell git describe --tags --exact-match 2>/dev/null))
VCS := $(shell git status >/dev/null 2>&1 && echo auto || echo false)
LDFLAGS := -s -w $(if $(VERSION),-X main.version=$(VERSION))

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install missing compilers and interpreters (scripts/setup.sh)
	@scripts/setup.sh

build: ## build the static binary bin/xeval
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(VCS) -ldflags '$(LDFLAGS)' -o bin/xeval ./cmd/xeval

demo: setup build ## judge the built-in suite and print the table
	bin/xeval demo

test: setup build ## run all tests
	bin/xeval doctor --prepare
	$(GO) test -timeout 20m ./...

lint: ## gofmt, vet, staticcheck, govulncheck
	@unformatted=$$("$$($(GO) env GOROOT)/bin/gofmt" -l .); \
	if [ -n "$$unformatted" ]; then echo "gofmt these files:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	scripts/vulncheck.sh

conformance: setup build ## compare every recorded upstream verdict (../shared/conformance)
	bin/xeval doctor --prepare
	XEVAL_CONFORMANCE=all $(GO) test -timeout 2h -count=1 -v -run Conformance ./...

bench-diff: setup build ## judge everything by the plain and by the fast way, and compare
	bin/xeval doctor --prepare
	XEVAL_DIFF=all $(GO) test -timeout 4h -count=1 -v -run SameVerdicts ./internal/run

# XEVAL_BENCH_EVERY=1 lets every problem take part in each benchmark, which
# takes a night; XEVAL_BENCH_EVERY=82 two of each language.
bench: setup build ## run the benchmarks
	bin/xeval doctor --prepare
	$(GO) test -timeout 12h -run '^$$' -bench . ./...

clean: ## remove what was built; prepared toolchains stay in the cache
	rm -rf bin
