# Everything runs in a virtual environment, which is brought up to date when pyproject.toml changes. `make demo` installs
# what the program needs; what the tests need comes with them.
SHELL    := bash
PYTHON   ?= python3
INPUTS   ?= inputs
EXPECTED ?= expected
TRACES   := build/traces

BIN    := .venv/bin
RUNS   := .venv/.runs
READY  := .venv/.ready
SOURCE := $(shell find checkers_ab -name '*.py')
ESLINT ?= $(firstword $(wildcard node_modules/.bin/eslint) $(shell command -v eslint))
CASES  := $(patsubst $(INPUTS)/%,$(TRACES)/%,$(wildcard $(INPUTS)/*.txt))

# Without its compiled modules, each of some thousand starts of the program would take several times as long.
unexport PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED

.PHONY: help demo test tests lint docs compiled least traces diff bless grade bench mutants perft attack \
        clean distclean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    set up, then print the trace of the assignment'\''s board'
	@echo 'make test    set up, then run lint and all tests'
	@echo 'make lint    ruff and mypy, and eslint if it is installed'
	@echo 'make docs    write docs/commands.md from the help of every command, and docs/figures'
	@echo 'make compiled  build a wheel with the trace compiled, and test it in build/compiled'
	@echo 'make least   test with the oldest versions of click, Jinja2, rich, mypy and others that are allowed; minutes'
	@echo 'make traces  write the trace of every input to build/traces/ (only what changed; -j works)'
	@echo 'make diff    compare those traces with the expected ones'
	@echo 'make bless   overwrite the expected traces'
	@echo 'make grade   grade SUBMISSIONS into RESULTS; by default a sample class'
	@echo 'make bench   measure speed as ratios, and print the signature of the search'
	@echo 'make attack  try the published attacks on the box of this machine'
	@echo 'make mutants  change MODULE in small ways, and say which changes TESTS do not notice; SAMPLE=25 tries some'
	@echo 'make perft   count large move trees; a few minutes'
	@echo 'make clean   remove build products (distclean: the environment too)'
	@echo
	@echo 'traces, diff and bless take INPUTS=dir and EXPECTED=dir for your own folders;'
	@echo 'grade takes SUBMISSIONS=dir, PLAN=file, RESULTS=dir and JOBS=n.'

# Without isolation, pip does not fetch what only a compiled wheel needs. Of its messages only errors are shown.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --no-compile

$(RUNS): pyproject.toml
	@echo 'setting up .venv: checkers-ab, click, Jinja2 and rich; some seconds'
	@$(PYTHON) -m venv .venv
	@$(PIP) --upgrade setuptools
	@$(PIP) --editable .
	@touch $@

$(READY): $(RUNS)
	@echo 'installing the development tools in .venv; a minute'
	@$(PIP) --editable '.[dev]'
	@touch $@

demo: $(RUNS)
	$(BIN)/checkers-ab inputs/assignment.txt
	@echo >&2
	@echo 'step through it in a browser:        $(BIN)/checkers-ab view inputs/assignment.txt --open' >&2
	@echo 'what is wrong with your program:     $(BIN)/checkers-ab try ./your-program' >&2

# mypy and the C compiler use one core each.
test: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 lint compiled
	@$(MAKE) --no-print-directory tests

# The tests of a file share what it sets up, so they run in one process. The order of the files is that of conftest.py.
tests: $(READY)
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

compiled: $(READY)
	$(BIN)/python -m tests.compiled build test

# The least versions that pyproject.toml allows, in an environment of their own; the newest are in .venv.
LEAST := build/least/bin/python
least: $(READY)
	@$(PYTHON) -m venv --clear build/least
	$(LEAST) -m pip install -qq --disable-pip-version-check $$($(BIN)/python -m tests.least)
	$(LEAST) -m tests.compiled build
	$(LEAST) -m tests.compiled test tests/test_cli.py tests/test_help.py tests/test_completion.py tests/test_check_screen.py \
	    tests/test_tree.py tests/test_board.py tests/test_try.py tests/test_games_cli.py tests/test_marks.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(if $(ESLINT),$(ESLINT) --config tests/eslint.config.js checkers_ab,@echo 'eslint is not installed: scripts not linted')

docs: $(READY)
	$(BIN)/python -m tests.command_pages
	$(BIN)/python -m tests.figures

traces: build/inputs.note $(CASES)
ifeq ($(CASES),)
	@echo 'no board files: $(INPUTS)/*.txt' >&2; exit 2
endif

# The note holds the INPUTS folder. When it changes, old traces are removed; so are traces without an input.
build/inputs.note: force
	@mkdir -p $(TRACES)
	@echo '$(INPUTS)' | cmp -s - $@ || { rm -f $(TRACES)/*; echo '$(INPUTS)' > $@; }
	@rm -f $(filter-out $(CASES),$(wildcard $(TRACES)/*))

$(TRACES)/%.txt: $(INPUTS)/%.txt build/inputs.note $(SOURCE) | $(RUNS)
	$(BIN)/checkers-ab $< --output $@

.PHONY: force
force:

diff: traces
	diff -ru $(EXPECTED) $(TRACES)

bless: traces
	@mkdir -p $(EXPECTED)
	cp $(CASES) $(EXPECTED)/

# Without SUBMISSIONS, the sample class of the tests is graded: right, wrong and hostile programs.
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

attack: $(READY)
	$(BIN)/checkers-ab grade doctor --attack

MODULE ?= checkers_ab/core/order.py
TESTS  ?= tests/test_games.py

mutants: $(READY)
	$(BIN)/python -m tests.mutants '$(MODULE)' $(TESTS) $(if $(SAMPLE),--sample '$(SAMPLE)')

# Game, depth and expected count.
PERFTS := checkers:6:36768 tictactoe:9:127872 \
          amazons.size=6:3:91074224 amazons.size=5:3:7940210 \
          amazons:2:4307152 amazons:3:8350439170 skirmish.map=open:4:160002 skirmish.map=two-archers:4:12321 \
          connect4:7:823536 connect4:8:5673234

perft: $(RUNS)
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
