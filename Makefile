# Two commands, the set-up included:
#
#     make play     open the KIM-1 and play Wally (in the terminal where there is no display)
#     make test     run the tests
#
# They create .venv from pyproject.toml on first use. PYTHON=... chooses another Python (3.11 or later).

ifeq ($(OS),Windows_NT)
PYTHON ?= py -3
BIN := .venv/Scripts
else
SUITABLE := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c '$(SUITABLE)' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
endif

.PHONY: play test check screenshots site clean

play: .venv/playable
	@$(BIN)/ironboard

test: .venv/testable
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/checkable
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tests/cost.py

screenshots: .venv/playable
	$(BIN)/python docs/tools/make_screenshots.py

site: .venv/testable
	$(BIN)/ironboard site site

clean:
	rm -rf .venv

.venv/created:
	$(if $(PYTHON),,$(error Python 3.11 or later is needed, and none was found: say where it is with PYTHON=...))
	$(PYTHON) -m venv .venv
	@echo created > $@

.venv/playable: .venv/created pyproject.toml
	@echo This takes a minute or two, the first time only.
	@echo Step 1 of 2: Ironboard and the packages that it needs, into .venv
	$(BIN)/python -m pip install --disable-pip-version-check --editable .
	@echo Step 2 of 2: the machines are compiled
	-$(BIN)/python -m emulators.kernels --fetch
	@echo installed > $@

# Kernels are left out of step 1, in which pip would hide what is compiled: step 2 shows it.
.venv/playable: export IRONBOARD_TARGET = none

.venv/testable: .venv/playable
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@echo installed > $@

.venv/checkable: .venv/testable
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[check]"
	@echo installed > $@
