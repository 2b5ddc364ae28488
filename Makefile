# make demo   build everything and start the shop on http://localhost:8080
# make test   install what is missing, run every check, and the tests that need not wait for a release
# make help   the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
NODE_STAMP := node_modules/.installed
export CARGO_TERM_COLOR ?= auto

.PHONY: help demo build web size tools test test-all audit broken mutants lint format test-webkit wallets-matrix pictures bench bench-web fuzz clean

help: ## Show what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: web ## Build everything and start the shop on http://localhost:8080
	$(CARGO) build --profile demo --package zkratka-server
	@echo
	@echo "  Obchod běží na http://localhost:8080 (ukončíte Ctrl+C)"
	@echo
	exec ./target/demo/zkratka serve --config themes/demo/zkratka.toml

build: web ## Build what is deployed: target/release/zkratka, its bill of materials (zkratka.cdx.json), and zkratka-sandbox, which has test mode, too
	$(CARGO) build --release --package zkratka-server
	mv target/release/zkratka target/release/zkratka-sandbox
	$(CARGO) build --release --package zkratka-server --no-default-features
	node scripts/write-bill-of-materials.mjs target/release/zkratka.cdx.json

web: $(NODE_STAMP) ## Build what browsers load (web/dist, and web/dist-sandbox for test mode)
	npm run --silent build

size: $(NODE_STAMP) ## Weigh what browsers load against its budgets
	npm run --silent size

$(NODE_STAMP): package-lock.json
	npm ci --no-audit --no-fund
	touch $(NODE_STAMP)

tools: ## As root, install what the tests need and is missing (Chromium, PostgreSQL, a C compiler); else say what to install
	scripts/install-test-tools

test: tools web ## Run every check, and the tests that need not wait for a release
	scripts/run-tests

test-all: web ## What a release needs: every test in every viewport, an upgrade, WebKitGTK, a minute for each fuzz target
	scripts/install-test-tools webkit
	scripts/run-tests --all

audit: $(NODE_STAMP) ## Audit dependencies: licences, sources, advisories, images (cargo install cargo-deny --locked)
	node scripts/audit/main.mjs

broken: $(NODE_STAMP) ## Break rules on purpose, one by one, and demand that the test named for each fails
	node scripts/broken/run.mjs

mutants: $(NODE_STAMP) ## Change the code in small ways and demand that a test notices each; many hours (cargo install cargo-mutants --locked)
	npm ci --prefix scripts/mutants --legacy-peer-deps --no-audit --no-fund
	node scripts/mutants/main.mjs

lint: $(NODE_STAMP) ## Formatters, linters, dependency directions
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --package zkratka-server --no-default-features -- -D warnings
	node scripts/check-crate-directions.mjs
	node scripts/check-module-circles.mjs
	node scripts/check-money.mjs
	node scripts/check-rows.mjs
	node scripts/check-links.mjs
	npm run --silent typecheck
	npm run --silent lint

format: $(NODE_STAMP) ## Format everything
	$(CARGO) fmt --all
	npm run --silent format

test-webkit: web ## Try Apple Pay's sheet in WebKitGTK, which is installed if it is missing
	scripts/install-test-tools webkit
	$(CARGO) build --workspace --features zkratka-server/fail-points
	npx --no-install playwright test --config web/e2e/playwright.config.ts --project=desktop webkit

wallets-matrix: tools web ## Try every wallet in every way and write docs/wallets.md
	$(CARGO) build --workspace --features zkratka-server/fail-points
	EVERY_TEST=1 EVERY_VIEWPORT=1 npx --no-install playwright test --config web/e2e/playwright.config.ts --reporter=list,./web/e2e/support/matrix-reporter.ts --grep @wallets-matrix

pictures: tools web ## Take a picture of every page, sheet, e-mail and state in every look (target/pictures), and ask axe about each
	$(CARGO) build --workspace --features zkratka-server/fail-points
	npx --no-install playwright test --config web/e2e/playwright.pictures.config.ts

bench: tools web ## Measure carts, purchases and pricing, beside a floor on both stores; memory, start-up, growth
	$(CARGO) build --release --workspace
	./target/release/zkratka-bench all
	$(CARGO) test --release --package zkratka-commerce --test pricing_speed -- --ignored --nocapture

bench-web: tools web ## Measure what browsers load and do on a slow phone, beside another program (BASELINE=...) and beside Adyen Web
	$(CARGO) build --profile demo --package zkratka-server
	node web/bench/main.mjs

fuzz: web ## Give every parser and the cart API arbitrary input, FUZZ_SECONDS (600) each
	scripts/run-fuzz

clean: ## Delete everything that was built (the demo's data stays)
	rm -rf target fuzz/target web/dist web/dist-sandbox node_modules test-results playwright-report
