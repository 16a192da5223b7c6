# Saves typing; the work is done by the kontor command, which this builds first.

KONTOR    := bin/kontor
TOOLS     := $(or $(KONTOR_STATE_TOOLS),.kontor/tools)
TESTENV   := GOFLAGS="$$(go env GOFLAGS) -ldflags=-w" $(KONTOR) testenv# nothing reads the debug data of what the tests run and build
LINT      := $(TOOLS)/golangci-lint-2.15.0/golangci-lint
BUF       := go run github.com/bufbuild/buf/cmd/buf@v1.57.2
NPM       := npm --prefix storefront
SWITCHES  := withdrawal termsInMail retention euBilling lowestPrices basePrices energyLabels chargerLabels guaranteeLabels productSafety \
             barrierReports orderFacts paymentMeans recommendedPrices legalNotice durability repair disposalNotes reviewCheck reviewNotices
STATES    := --set state.dir=.kontor/states
LONG      := ./cli/faulttest ./core/postgres ./workflows/worker ./cli/plugindev ./core/httpapi ./core/pluginhost
BESIDE    := account|campus|comparison|lastseen|moneyorder# journeys beside the states: both shops are done at about the same time
GENERATED := plugins/gen plugins/docs/contract.md core/httpapi/openapi.json storefront/src/lib/api/schema.d.ts \
             core/docs/commands.md core/docs/configuration.md

.PHONY: help up dev down test audit lint types style check-generated unit e2e journeys states generate bench kontor tools

help: ## show this
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: kontor ## start the shop with everything it needs; Ctrl-C stops it
	@$(KONTOR) up

dev: kontor ## the same, rebuilding and reloading when sources change
	@$(KONTOR) up --dev

down: kontor ## stop it from another terminal
	@$(KONTOR) down

test: lint check-generated unit e2e audit ## the whole gate
	@echo "make test: everything passed"

lint: tools ## formatting, linters and types of both languages
	$(LINT) run
	$(BUF) lint plugins/proto
	$(BUF) breaking plugins/proto --against plugins/proto/v1.binpb
	@$(MAKE) --no-print-directory --jobs=2 types style # each needs one processor

types: tools
	$(NPM) run typecheck

style: tools
	$(NPM) run format:check
	$(NPM) run lint

check-generated: tools ## generated code is what its sources give
	@rm -rf .kontor/generated && mkdir -p .kontor/generated && tar cf - $(GENERATED) | tar xf - -C .kontor/generated
	@$(MAKE) --no-print-directory generate
	@for f in $(GENERATED); do diff -ru .kontor/generated/$$f $$f || exit 1; done

unit: kontor tools ## Go tests with PostgreSQL and Temporal, TypeScript tests
	# The linters vet. What takes long comes first, so that nothing runs alone in the end. Much of it waits for servers and processes:
	# three packages at once keep two processors busy, and on more the longest package takes as long as all the others.
	$(TESTENV) -- go test -timeout 20m -vet=off -p 3 $(LONG) ./...
	cd deploy/check && go test ./...
	$(NPM) test

e2e: kontor tools ## Playwright in Chromium against a shop of its own, and one with the rules of the market switched off
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -q && apt-get install -y -q --no-install-recommends chromium-headless-shell; } \
		|| { echo "Chromium is missing: install the package chromium-headless-shell or chromium, or run make e2e as root once"; exit 1; }
	@$(MAKE) --no-print-directory --jobs=2 --keep-going journeys states

journeys states: export TYPES_CHECKED = true# by lint, which has to pass as well

journeys: kontor tools
	$(TESTENV) --full -- $(NPM) run test:e2e -- --project=desktop '/(?!$(BESIDE))[^/]*$$'
	$(TESTENV) --full $(SWITCHES:%=--set market.%=false) -- $(NPM) run test:switched

states: kontor tools # their shop shares no stock, mail or simulated provider with the journeys'
	$(TESTENV) --full $(STATES) -- $(NPM) run test:e2e -- --output=test-results/states \
		--project=states --project=phone --project=desktop '/(states|$(BESIDE))[^/]*$$'

audit: ## known vulnerabilities of the dependencies, where the registries answer
	.ci/audit

generate: kontor tools ## write the generated code: plugin protocol, OpenAPI document, TypeScript schema, references
	go generate ./plugins/gen
	$(KONTOR) openapi > core/httpapi/openapi.json.new && mv core/httpapi/openapi.json.new core/httpapi/openapi.json
	$(NPM) run generate
	for doc in commands config; do $(KONTOR) docs $$doc > .kontor/$$doc.md || exit 1; done
	mv .kontor/commands.md core/docs/commands.md && mv .kontor/config.md core/docs/configuration.md

bench: kontor ## measure the running shop; flags in BENCH, as in BENCH="-s cart -c 16"
	@$(KONTOR) bench $(BENCH)

kontor:
	@test -e $(KONTOR) || echo "building the kontor command (once from nothing; a minute or two)"
	@go build -o $(KONTOR) ./cli/kontor

tools: $(LINT) storefront/node_modules/.package-lock.json

$(LINT):
	@echo "installing golangci-lint (once; a minute or two)"
	@GOBIN=$(abspath $(@D)) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

storefront/node_modules/.package-lock.json: storefront/package-lock.json
	npm --prefix storefront ci --no-audit --no-fund --loglevel=error
	@touch $@
