# Every verb sets up what it needs: a virtual environment in .venv, with the engine built in release mode.
# Wanted on the machine: Python 3.11 or later, make, and a Rust toolchain (rustup.rs).

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# What the compiled module is made of.
SOURCES := $(shell find rust seeds Cargo.toml Cargo.lock pyproject.toml .cargo -type f \
             \( -name '*.rs' -o -name '*.toml' -o -name '*.lock' -o -name rules.md \) -not -path '*/target/*' -not -path 'rust/fuzz/*')
# The machine's cargo-fuzz, or else our own.
FUZZER := $(or $(shell command -v cargo-fuzz),target/tools/bin/cargo-fuzz)
# Seconds for each target.
FUZZ_SECONDS ?= 12

.PHONY: help demo test test-rust test-python lockstep lint format bench bench-peers strength perft golden fuzz clean

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: $(VENV)/.built ## watch a tournament of Mercurius between bots
	$(BIN)/merx tournament mercurius --bot greedy --bot greedy:epsilon=0.2 --bot random --bot random --games 2000 --seed 7

test: test-rust test-python ## all tests

test-rust: $(VENV)/.tools
	cargo test --workspace --quiet

test-python: $(VENV)/.built
	$(BIN)/python -m pytest -q

GAMES ?= 200
lockstep: $(VENV)/.built ## engine and reference walk GAMES games of each, side by side; the clauses exercised
	$(BIN)/python -m tests.lockstep --games $(GAMES)

lint: $(VENV)/.built ## formatting, clippy, documentation, ruff, mypy, the stub against the module
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest merx._native --mypy-config-file pyproject.toml

format: $(VENV)/.tools ## let rustfmt and ruff format everything
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.built ## speed beside the yardstick, and instruction counts (RECORD=1 keeps them)
	$(BIN)/python benches/speed.py $(if $(RECORD),--record)

bench-peers: $(VENV)/.built $(VENV)/.peers ## ratios to the plain-Python reference and to OpenSpiel (RECORD=1 keeps them)
	$(BIN)/python -m benches.peers $(if $(RECORD),--output benches/peers.json)

strength: $(VENV)/.built ## how strong the built-in bots are, with intervals (hours)
	$(BIN)/python -m benches.strength

perft: $(VENV)/.built ## count the ways a game of Mercurius can go on
	$(BIN)/merx perft mercurius --players 4 --seed 1 --depth 5 --divide

golden: $(VENV)/.tools ## write the golden files anew: the rules have changed, say so in CHANGELOG.md
	MERX_GOLDEN=write cargo test --quiet -p merx-engine --test golden
	git --no-pager diff --stat -- seeds

fuzz: $(VENV)/.tools $(FUZZER) ## look for input that breaks the engine: a minute, 12 seconds for each target (FUZZ_SECONDS=600)
	for target in $(notdir $(basename $(wildcard rust/fuzz/fuzz_targets/*.rs))); do \
	  mkdir -p rust/fuzz/corpus/$$target && \
	  $(FUZZER) fuzz run --fuzz-dir rust/fuzz --sanitizer none $$target rust/fuzz/corpus/$$target rust/fuzz/cases/$$target -- \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=1024 -len_control=0 -verbosity=0 -print_final_stats=1 || exit 1; \
	done

clean: ## remove what was built
	rm -rf $(VENV) target benches/yardstick/target rust/fuzz/target

target/tools/bin/cargo-fuzz:
	cargo install --quiet --locked --root target/tools cargo-fuzz

# The virtual environment with the tools; the compiled module comes next.
$(VENV)/.tools: requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: merx needs Python 3.11 or later, and $(PYTHON) is older" >&2; echo "hint: make PYTHON=python3.11" >&2; exit 1; }
	@command -v cargo >/dev/null || \
	  { echo "error: merx needs a Rust toolchain, and there is no cargo" >&2; echo "hint: https://rustup.rs" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

$(VENV)/.built: $(VENV)/.tools $(SOURCES) cli/pyproject.toml
	$(BIN)/maturin develop --release --quiet
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable cli
	@touch $@

# Where OpenSpiel cannot be installed the benchmark says so and measures the rest; the next run tries again.
$(VENV)/.peers: benches/requirements-peers.txt | $(VENV)/.tools
	@if $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary open_spiel -r $<; then touch $@; fi
