# Everything runs in a virtual environment that is set up once, and again only when pyproject.toml changes.
PYTHON   ?= python3
INPUTS   ?= inputs
EXPECTED ?= expected
TRACES   := build/traces

BIN    := .venv/bin
READY  := .venv/.ready
SOURCE := $(shell find checkers_ab -name '*.py')
CASES  := $(patsubst $(INPUTS)/%,$(TRACES)/%,$(wildcard $(INPUTS)/*.txt))

.PHONY: help demo test lint traces diff bless bench clean distclean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    set up, then the trace of the assignment'\''s board'
	@echo 'make test    set up, then lint and all tests'
	@echo 'make lint    ruff and mypy'
	@echo 'make traces  the trace of every input, to build/traces/ (only what changed; -j is fine)'
	@echo 'make diff    those traces against the expected ones'
	@echo 'make bless   write the expected traces anew'
	@echo 'make bench   speed as ratios, and the signature of the search'
	@echo 'make clean   remove what was built (distclean: the environment too)'
	@echo
	@echo 'traces, diff and bless take INPUTS=dir and EXPECTED=dir for folders of your own.'

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY)
	$(BIN)/checkers-ab inputs/assignment.txt

test: lint
	$(BIN)/python -m pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

traces: build/inputs.note $(CASES)
ifeq ($(CASES),)
	@echo 'no board files: $(INPUTS)/*.txt' >&2; exit 2
endif

# The note changes when INPUTS does: traces of another folder are not these. What has lost its input goes.
build/inputs.note: force
	@mkdir -p $(TRACES)
	@echo '$(INPUTS)' | cmp -s - $@ || { rm -f $(TRACES)/*; echo '$(INPUTS)' > $@; }
	@rm -f $(filter-out $(CASES),$(wildcard $(TRACES)/*))

$(TRACES)/%.txt: $(INPUTS)/%.txt build/inputs.note $(SOURCE) | $(READY)
	$(BIN)/checkers-ab $< --output $@

.PHONY: force
force:

diff: traces
	diff -ru $(EXPECTED) $(TRACES)

bless: traces
	@mkdir -p $(EXPECTED)
	cp $(CASES) $(EXPECTED)/

bench: $(READY)
	$(BIN)/python -m tests.bench

clean:
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf .venv
