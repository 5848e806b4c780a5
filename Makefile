# Everything runs in a virtual environment that is set up once, and again only when pyproject.toml changes.
SHELL    := bash
PYTHON   ?= python3
INPUTS   ?= inputs
EXPECTED ?= expected
TRACES   := build/traces

BIN    := .venv/bin
READY  := .venv/.ready
SOURCE := $(shell find checkers_ab -name '*.py')
CASES  := $(patsubst $(INPUTS)/%,$(TRACES)/%,$(wildcard $(INPUTS)/*.txt))

.PHONY: help demo test lint compiled traces diff bless grade bench bench-peers perft clean distclean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    set up, then the trace of the assignment'\''s board'
	@echo 'make test    set up, then lint and all tests'
	@echo 'make lint    ruff and mypy'
	@echo 'make compiled  a wheel with the engine compiled, tested in build/compiled'
	@echo 'make traces  the trace of every input, to build/traces/ (only what changed; -j is fine)'
	@echo 'make diff    those traces against the expected ones'
	@echo 'make bless   write the expected traces anew'
	@echo 'make grade   the submissions in SUBMISSIONS, to RESULTS; a sample class if none is named'
	@echo 'make bench   speed as ratios, and the signature of the search'
	@echo 'make bench-peers  the engine against C and other programs, some minutes, needs the network'
	@echo 'make perft   the long counts of move trees, a few minutes'
	@echo 'make clean   remove what was built (distclean: the environment too)'
	@echo
	@echo 'traces, diff and bless take INPUTS=dir and EXPECTED=dir for folders of your own;'
	@echo 'grade takes SUBMISSIONS=dir, PLAN=file, RESULTS=dir and JOBS=n.'

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY)
	$(BIN)/checkers-ab inputs/assignment.txt

test: lint
	$(BIN)/python -m pytest -n auto --dist loadgroup
	$(BIN)/python -m tests.compiled

compiled: $(READY)
	$(BIN)/python -m tests.compiled

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

# Without a folder of submissions, the sample class of the tests: right, wrong and hostile ones.
SUBMISSIONS ?=
PLAN        ?= $(if $(SUBMISSIONS),plan.toml,tests/sample_class/plan.toml)
RESULTS     ?= $(if $(SUBMISSIONS),build/grades,build/sample-grades)
JOBS        ?=

grade: $(READY)
ifeq ($(SUBMISSIONS),)
	$(BIN)/python -m tests.sample_class build/class
endif
	$(BIN)/checkers-ab grade run '$(PLAN)' '$(or $(SUBMISSIONS),build/class)' -o '$(RESULTS)' $(if $(JOBS),--jobs '$(JOBS)')

bench: $(READY)
	$(BIN)/python -m tests.bench

bench-peers: $(READY)
	$(BIN)/python -m tests.peers

# Game, depth and the count that must come out.
PERFTS := checkers:6:36768 checkers.rules=english:10:18391564 tictactoe:9:127872 \
          amazons.size=6:3:91074224 amazons.size=5:3:7940210 \
          amazons:2:4307152 amazons:3:8350439170 skirmish.map=open:4:160002 skirmish.map=two-archers:4:12321

perft: $(READY)
	@for perft in $(PERFTS); do \
	    IFS=: read -r game depth expected <<< "$$perft"; \
	    found=$$($(BIN)/checkers-ab perft "$${game/./:}" --depth "$$depth"); \
	    echo "$${game/./:} depth $$depth: $$found"; \
	    [ "$$found" = "$$expected" ] || { echo "expected $$expected" >&2; exit 1; }; \
	done

clean:
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf .venv
