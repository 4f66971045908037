# make lab      open JupyterLab on the quickstart notebook (HEADLESS=1: run it once, no browser, and exit)
# make test     lint, types, tests, doctests, notebooks and browser tests
# make soak     go deeper where `make test` takes a sample: long random games, deep counts, fuzzing
# make mutants  plant faults in the rules, the odds and the importer; list those no test notices
#               (PART=odds NUMBER=300 SEED=1; takes about two hours, and goes on where it stopped)
# make clean    remove .venv and what the tools leave behind
#
# Each makes .venv and installs what it needs, once: again only when pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help lab test types suite soak mutants clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

lab: $(VENV)/.lab
	$(BIN)/a4a lab $(if $(HEADLESS),--headless) notebooks

# Some 200 processes of the tests import a4a: what they compile is kept, whatever the user has set.
test suite soak: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxlint --deny-warnings a4a tests
	@$(MAKE) --no-print-directory --jobs=2 types suite

# Beside each other: the types take one core for some twenty seconds.
types: $(VENV)/.test
	$(BIN)/mypy

suite: $(VENV)/.test
	$(BIN)/pytest --numprocesses 3 tests a4a

soak: $(VENV)/.test
	$(BIN)/pytest --numprocesses 2 -o faulthandler_timeout=7200 --hypothesis-profile soak -m soak tests

mutants: $(VENV)/.test
	$(BIN)/python -m tools.mutants $(PART) --number $(or $(NUMBER),300) --seed $(or $(SEED),1)

clean:
	rm -rf $(VENV) .mutants build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps come last in their recipes, so that what broke off is done again.
$(VENV)/.lab: pyproject.toml | $(BIN)/pip
	$(INSTALL) --editable .
	@touch $@

# What tests import is compiled when they do, by all cores; pip would compile everything, by one.
$(VENV)/.test: pyproject.toml | $(BIN)/pip
	$(INSTALL) --no-compile --editable '.[build,dev]'
	@touch $@ $(VENV)/.lab

$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "a4a needs Python 3.11 or newer, and there is no '$(PYTHON)' here." >&2; \
	  echo "Install it, or say which: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "a4a needs Python 3.11 or newer; '$(PYTHON)' is `$(PYTHON) --version 2>&1`." >&2; \
	  echo "Say which Python to use: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make a virtual environment. On Debian and Ubuntu:" >&2; \
	  echo "  sudo apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
