# The two commands of the README: `make run` and `make test`. Each does all the set-up it needs.
PYTHON ?= python3
BIN := .venv/bin
CORE := CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)
# The editable install remembers where each module is: one added, moved or gone asks for another.
MODULES := .venv/.modules-$(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d' ' -f1)

.PHONY: run test check format setup bench clean

run: setup
	$(BIN)/raccord serve

test: setup
	$(BIN)/pytest -n auto

check: setup
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/ruff check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff format src tests bench tools
	$(BIN)/ruff check --fix src tests bench tools

bench: setup
	$(BIN)/python bench/run.py

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
