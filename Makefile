# The two commands of the README: `make run` and `make test`. Each does all the set-up it needs.
PYTHON ?= python3
BIN := .venv/bin
SCRIPTS := src/raccord/web/static/js
TEMPLATES := src/raccord/web/templates
# Used only as a formatter of scripts and styles; it would otherwise ask the network for news.
DENO := DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
CORE := CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)
NATIVE := $(wildcard core/*.cpp core/*.hpp fuzz/*.cpp fuzz/*.hpp)
# The editable install remembers where each module is: one added, moved or gone asks for another.
MODULES := .venv/.modules-$(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d' ' -f1)

# What is looked for in the system, and installed where we may, before anything else.
NEEDS := build $(if $(filter setup test,$(MAKECMDGOALS)),tests)
bare wheels: NEEDS := bare
# One more than there are cores: tests wait for servers, browsers and clocks.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
INSTALL := $(BIN)/pip install --quiet --require-hashes

.NOTPARALLEL:
.PHONY: run test quick check format setup system bare bench storm storm-network fuzz portable wheels lock clean

run: .venv/.installed
	$(BIN)/raccord serve

test: setup  # TESTS: some of them only
	$(BIN)/python tools/run_tests.py $(WORKERS) $(TESTS)

# Fewer examples of each property: `make test` tries them all.
quick: export RACCORD_EXAMPLES = 15
quick: export RACCORD_JARNAC_GAMES = 20
quick: setup
	$(BIN)/pytest -n $(WORKERS) -m 'not (browser or server or postgres or sanitizers or slow)'

check: setup
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/ruff check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(NATIVE)
	$(BIN)/python tools/stubs.py
	$(DENO) fmt --check --quiet
	$(BIN)/djangofmt --check $(TEMPLATES)
	$(BIN)/djangofmt check $(TEMPLATES)
	$(BIN)/oxlint --quiet $(SCRIPTS)

format: setup
	$(BIN)/ruff format src tests bench tools
	$(BIN)/ruff check --fix src tests bench tools
	$(BIN)/clang-format -i $(NATIVE)
	$(DENO) fmt --quiet
	$(BIN)/djangofmt $(TEMPLATES)

bench: setup  # YARDSTICK=path of its source
	$(BIN)/python bench/solver.py $(YARDSTICK) --write

storm-network: setup  # the same over several machines: centres with their hub, sections on PostgreSQL
	PYTHONPATH=tools $(BIN)/python -m storm_network --runs $(or $(RUNS),1000) --seed $(or $(SEED),1) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(WRITE),--write)

storm: setup  # RUNS and SEED; ONLY="kill disk" for some faults only; WRITE=1 keeps the table in bench/STORM.md
	PYTHONPATH=tools $(BIN)/python -m storm --runs $(or $(RUNS),1000) --seed $(or $(SEED),1) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(WRITE),--write)

fuzz: setup .venv/.fuzz  # SECONDS on each target; FUZZ="loader solver" for some of them only
	$(BIN)/python tools/fuzz.py $(FUZZ) --seconds $(or $(SECONDS),60)

portable: setup
	$(BIN)/python tools/portable.py

bare: system  # as root: the last commit in a clean Debian; SUITE, and DO="make test" for other commands
	$(PYTHON) tools/bare.py --suite $(or $(SUITE),trixie) $(if $(DO),'$(DO)')

wheels: system  # as root: built, then installed in every way on every Python, in clean Debians
	$(PYTHON) tools/wheels.py

lock: .venv/.lock  # follows pyproject.toml; UPGRADE=1 takes the newest of everything
	$(BIN)/python tools/lock.py $(if $(UPGRADE),--upgrade)

setup: .venv/.installed .venv/.tools

system:
	@$(PYTHON) tools/needs.py $(NEEDS)

.venv/bin/pip: | system
	$(PYTHON) -m venv .venv

.venv/.build .venv/.runtime .venv/.tools .venv/.fuzz .venv/.lock: .venv/.%: requirements/%.txt | .venv/bin/pip
	$(INSTALL) -r $<
	touch $@

$(MODULES): | .venv/bin/pip
	rm -f .venv/.modules-*
	touch $@

.venv/.installed: .venv/.build .venv/.runtime pyproject.toml $(CORE) $(MODULES)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	touch $@

clean:
	rm -rf .venv build
