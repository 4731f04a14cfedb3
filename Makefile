# The two commands of the README: `make run` and `make test`. Each does all the set-up it needs.
PYTHON ?= python3
BIN := .venv/bin
SCRIPTS := src/raccord/web/static/js
TEMPLATES := src/raccord/web/templates
# Used only as a formatter of scripts and styles; it would otherwise ask the network for news.
DENO := DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
CORE := CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)
# The editable install remembers where each module is: one added, moved or gone asks for another.
MODULES := .venv/.modules-$(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d' ' -f1)

.PHONY: run test check format setup bench fuzz portable clean

run: setup
	$(BIN)/raccord serve

test: setup
	$(BIN)/pytest -n auto

check: setup
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/ruff check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(DENO) fmt --check --quiet
	$(BIN)/djangofmt --check $(TEMPLATES)
	$(BIN)/djangofmt check $(TEMPLATES)
	$(BIN)/oxlint --quiet $(SCRIPTS)

format: setup
	$(BIN)/ruff format src tests bench tools
	$(BIN)/ruff check --fix src tests bench tools
	$(DENO) fmt --quiet
	$(BIN)/djangofmt $(TEMPLATES)

bench: setup  # YARDSTICK=path of its source
	$(BIN)/python bench/solver.py $(YARDSTICK) --write

fuzz: setup  # SECONDS on each target; FUZZ="loader solver" for some of them only
	$(BIN)/pip install --quiet atheris
	$(BIN)/python tools/fuzz.py $(FUZZ) --seconds $(or $(SECONDS),60)

portable: setup
	$(BIN)/python tools/portable.py

setup: .venv/.installed

.venv/.tools:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet "scikit-build-core>=1.0" "nanobind>=3.0" cmake ninja
	touch $@

$(MODULES): .venv/.tools
	rm -f .venv/.modules-*
	touch $@

.venv/.installed: .venv/.tools pyproject.toml $(CORE) $(MODULES)
	$(BIN)/pip install --quiet --no-build-isolation --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build
