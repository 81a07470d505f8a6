# SPDX-License-Identifier: MIT
# Targets:
#   all (default): builds ./attnlab and ./attnlab-worker.
#   unit: builds and runs the unit tests. unit-build: only builds them.
#   peers-build, simulated-build, fuzz-build: build the programs of tests/peers, tests/simulated, tests/fuzz.
#   format: applies clang-format. format-check: fails if a file is not formatted.
#   front: copies the answers of results/reference into the README.
#   install: installs into PREFIX (/usr/local), below DESTDIR if set. uninstall: removes the files.
#   man: writes build/attnlab.1 from the output of --help.
#   clean: removes all build results.

# Variables:
#   V=1 shows the commands.
#   ASAN=1 builds with address and undefined-behaviour sanitizers into build/asan/.
#   TSAN=1 builds with the thread sanitizer into build/tsan/.
#   COVERAGE=1 records which lines run.
#   BROKEN=1 builds a worker with faulty kernels, which the checks must detect, into build/broken/.
#   WERROR=1 makes warnings errors.
#   CC, CFLAGS and LDFLAGS are the user's own; a change recompiles everything.

MAKEFLAGS += --no-builtin-rules
CC = gcc
Q = $(if $(V),,@)
say = $(if $(V),@:,@printf '  %-6s %s\n' $(1) $(2))

ifdef ASAN
  OUT = build/asan
  BIN = build/asan
  # The pointer-overflow check is off because it noticeably slows compilation and the slowest tests. Memory
  # accesses are still checked.
  SANITIZE = -fsanitize=address,undefined -fno-sanitize=pointer-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifdef TSAN
  OUT = build/tsan
  BIN = build/tsan
  SANITIZE = -fsanitize=thread
else
  OUT = build/obj
  BIN = .
endif

PACKAGES_DRIVER = yaml-0.1 jansson hwloc zlib libutf8proc
PACKAGES_WORKER = jansson hwloc papi openblas zlib libutf8proc expat libjpeg libpng
PACKAGES = $(sort $(PACKAGES_DRIVER) $(PACKAGES_WORKER))
# pkg-config runs once per list of packages instead of once per compilation.
empty :=
space := $(empty) $(empty)
PKG = $(call asked,PKG-$(subst $(space),/,$(strip $(1))),$(1))
asked = $(if $(filter undefined,$(origin $(1))),$(eval $(1) := $(shell pkg-config $(2))))$($(1))

COMPILER := $(shell $(CC) --version | head -n 1)
# PAPI before version 7 has no libsde, so the counter group `sde` is unavailable.
hash := \#
SDE := $(shell echo '$(hash)include <sde_lib.h>' | $(CC) $(CFLAGS) $(call PKG,--cflags papi) -E - >/dev/null 2>&1 && echo -lsde)
LIBS_WORKER = $(call PKG,--libs $(PACKAGES_WORKER)) $(SDE) -lpthread -lm
LINK = $(CC) $(SANITIZE) $(CFLAGS) $(LDFLAGS)
COMPILE = $(CC) $(if $(WERROR),-Werror) -c

# ---- flag classes ----
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
       -Wpointer-arith -Wwrite-strings -Wundef -Wno-psabi
# Flags:
# - -fvisibility=hidden: our functions do not replace functions of shared libraries.
# - -ffile-prefix-map: a build does not depend on its folder, so a hash identifies a program.
# - -O1: files that compute little; it compiles in two thirds of the time of -O2.
# - -O0: unit tests, except the slow tests in numeric/.
LEVEL_O1 = tests/unit/numeric/% harness/plan/% harness/run/% harness/analysis/% harness/report/% harness/cli/% \
           datasets/formats/% datasets/sets/% models/metrics/% models/tasks/%
LEVEL_O0 = tests/unit/%
HARNESS_LEVEL = $(if $(filter $(LEVEL_O1),$<),-O1,$(if $(filter $(LEVEL_O0),$<),-O0,-O2))
# -g1 adds line numbers to stack traces. To see variables in a debugger, set CFLAGS=-g. Only files that need
# _GNU_SOURCE define it, because it makes math.h slower to compile.
BASE = -std=gnu17 -g1 -ffile-prefix-map="$$PWD"=. -MMD -MP -fvisibility=hidden $(WARN) $(SANITIZE)
# -Wdouble-promotion is not used with clang, because clang also warns about the float constants NAN and
# INFINITY. clang's warning about an enum constant combined with a double is turned off.
OF_COMPILER = $(if $(findstring clang,$(COMPILER)),-Wno-enum-float-conversion,-Wdouble-promotion)
HARNESS_FLAGS = $(BASE) $(HARNESS_LEVEL) -I. -Wconversion -Wno-sign-conversion $(OF_COMPILER)
# Kernels need correct infinities and NaN, but neither errno nor floating-point traps.
KERNEL_FLAGS = $(BASE) -Ikernels -fno-math-errno -fno-trapping-math
FLAGS_formula = -O1
FLAGS_double = -O2 -DBUILD_DOUBLE
FLAGS_plain = -O3
FLAGS_neon = -O3
FLAGS_avx2 = -O3
FLAGS_avx512 = -O3
FLAGS_once = -O2
# These flags follow CFLAGS, so that CFLAGS cannot change the instruction set of a build. -ffp-contract=off
# prevents fused multiply-add in formulas.
LAST_formula = -ffp-contract=off
LAST_plain = $(if $(filter x86_64,$(ARCH)),-march=x86-64)
LAST_avx2 = -march=x86-64-v3
LAST_avx512 = -march=x86-64-v4 -mprefer-vector-width=512
# Under sanitizers, -O1 finds as many errors as -O3. Code that computes little uses -O0. The float builds use
# -O2, because they take most of the test time.
ifdef SANITIZE
  HARNESS_LEVEL = $(call sanitized_level,$(if $(filter harness/% tests/%,$<),-O0,-O1))
  FLAGS_formula += -O1
# The double build is not sanitized, because the float builds have the same sources.
  FLAGS_double += -O2 -fno-sanitize=all
  FLAGS_plain += -O2
  FLAGS_neon += -O1
  FLAGS_avx2 += -O2
  FLAGS_avx512 += -O2
# These files compute for seconds to minutes in tests, so -O0 would be too slow.
  LEVEL_2 = base/% kernels/projections/% kernels/scores/%
  LEVEL_1 = tests/unit/numeric/%
  sanitized_level = $(or $(if $(filter $(LEVEL_2),$<),-O2),$(if $(filter $(LEVEL_1),$<),-O1),$(1))
endif

# COVERAGE=1 records which lines run, except in kernels and networks. tests/coverage.sh uses this option.
ifdef COVERAGE
  HARNESS_LEVEL = -O0 --coverage
  LDFLAGS += --coverage
endif

ARCH := $(shell $(CC) -dumpmachine | cut -d- -f1)
# The build `plain` uses no vector instructions. It is compiled only if this CPU supports no other build, or
# with VECTOR_BUILDS=plain.
CPU_FLAGS := $(if $(filter x86_64,$(ARCH)),$(shell sed -n '/^flags/{p;q}' /proc/cpuinfo))
needs_avx2 = avx2 fma bmi1 bmi2
needs_avx512 = $(needs_avx2) avx512f avx512bw avx512cd avx512dq avx512vl
has = $(if $(filter-out $(CPU_FLAGS),$(needs_$(1))),,$(1))
VECTOR_BUILDS_x86_64 = avx512 avx2 $(if $(call has,avx2),,plain)
VECTOR_BUILDS_aarch64 = neon
VECTOR_BUILDS = $(or $(VECTOR_BUILDS_$(ARCH)),plain)
# Sanitizers check only the best build for this CPU, because the other builds have the same source.
ifdef SANITIZE
  VECTOR_BUILDS_x86_64 = $(firstword $(call has,avx512) $(call has,avx2) plain)
endif
# EACH_VECTOR_BUILD(m, prefix) calls macro m once per build. The argument of m is the prefix joined with the
# name of the build.
EACH_BUILD = '-DEACH_VECTOR_BUILD(m,before)=$(foreach b,$(VECTOR_BUILDS),m(before$(hash)$(hash)$(b)))'
# Kernels have one object file per build and choice.
KERNEL_BUILDS = $(VECTOR_BUILDS) double formula

# ---- sources ----
SHARED_SRC = $(wildcard kernels/*.c kernels/*/*.c)
ONCE_SRC = kernels/blas.c kernels/select_build.c kernels/names.c kernels/published_initial.c
ORACLE_SRC = kernels/oracle.c
BUILD_SRC = $(filter-out $(ONCE_SRC) $(ORACLE_SRC),$(SHARED_SRC))
KERNEL_OBJ = $(foreach b,$(KERNEL_BUILDS),$(BUILD_SRC:%.c=$(OUT)/$(b)/%.o)) \
             $(ONCE_SRC:%.c=$(OUT)/once/%.o) $(ORACLE_SRC:%.c=$(OUT)/formula/%.o)

# Networks are compiled once per kernel build, except the formula build, which cannot train.
NET_ONCE_SRC = models/net/builds.c models/net/initial.c
NET_SRC = $(filter-out $(NET_ONCE_SRC),$(wildcard models/net/*.c models/net/blocks/*.c))
NET_OBJ = $(foreach b,$(VECTOR_BUILDS) double,$(NET_SRC:%.c=$(OUT)/$(b)/%.o))
$(NET_OBJ): private KERNEL_FLAGS += -I.
$(OUT)/once/kernels/select_build.o: private KERNEL_FLAGS += $(EACH_BUILD)
$(OUT)/models/net/builds.o: private HARNESS_FLAGS += $(EACH_BUILD)

in = $(sort $(shell find $(1) -name '*.c'))
BASE_SRC = $(call in,base)
DRIVER_SRC = $(filter-out harness/measure/%,$(call in,harness)) $(BASE_SRC)
WORKER_SRC = $(call in,harness/measure datasets) $(filter-out models/net/%,$(call in,models)) \
             $(NET_ONCE_SRC) $(BASE_SRC)
DRIVER_OBJ = $(DRIVER_SRC:%.c=$(OUT)/%.o)
WORKER_OBJ = $(WORKER_SRC:%.c=$(OUT)/%.o) $(KERNEL_OBJ) $(NET_OBJ)
UNIT_SRC = $(sort $(wildcard tests/unit/test_*.c tests/unit/numeric/test_*.c))
UNIT_TESTS = $(basename $(notdir $(UNIT_SRC)))

LISTS = $(wildcard datasets/list.def kernels/*/list.def models/*/list.def models/net/*/list.def)

.PHONY: all lists unit unit-build format format-check clean install uninstall man
all: $(if $(BROKEN),build/broken/attnlab-worker,$(BIN)/attnlab $(BIN)/attnlab-worker)

$(BIN)/attnlab: $(DRIVER_OBJ)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(call PKG,--libs $(PACKAGES_DRIVER)) -lm

# Checks that every list entry has a source file. Without this check, an already linked program would hide a
# missing file.
lists:
	$(Q)awk -f base/lists.awk $(LISTS) $(SHARED_SRC) $(NET_SRC) $(call in,datasets models) >&2

$(BIN)/attnlab-worker: $(WORKER_OBJ) | lists
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(LIBS_WORKER)

# ---- BROKEN=1: a worker with faulty kernels as additional choices ----
LISTS_OBJ = $(filter %/kernels/registry.o,$(KERNEL_OBJ))
BROKEN_OBJ = $(foreach b,$(KERNEL_BUILDS),$(patsubst %.c,build/broken/$(b)/%.o,kernels/registry.c \
             $(wildcard tests/broken/*.c)))
$(BROKEN_OBJ): private KERNEL_FLAGS += -I. -DEXTRA_CHOICES='"tests/broken/list.def"'
build/broken/attnlab-worker: $(filter-out $(LISTS_OBJ),$(WORKER_OBJ)) $(BROKEN_OBJ)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(LIBS_WORKER)

define kernel_build
$(2)/$(1)/%.o: %.c Makefile $(OUT)/build_flags.h
	@mkdir -p $$(@D)
	$$(call say,CC,'$$< [$(1)]')
	$$(Q)$$(COMPILE) $$(KERNEL_FLAGS) -DBUILD=$(1) $$(FLAGS_$(1)) $$(sanitized_level) $$(CFLAGS) $$(LAST_$(1)) \
	    $$(call PKG,--cflags openblas) -o $$@ $$<
endef
$(foreach b,$(KERNEL_BUILDS) once,$(eval $(call kernel_build,$(b),$(OUT))))
$(foreach b,$(KERNEL_BUILDS),$(eval $(call kernel_build,$(b),build/broken)))

$(OUT)/%.o: %.c Makefile $(OUT)/build_flags.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(HARNESS_FLAGS) $(CFLAGS) $(call PKG,--cflags $(PACKAGES)) -o $@ $<
$(OUT)/harness/measure/counters/papi.o: private HARNESS_FLAGS += $(if $(SDE),-DHAVE_SDE)

# ---- files that contain a variable's value, rewritten when the value changes ----
define rewritten
$(shell mkdir -p $(dir $(1)))$(file >$(1).now,$($(2)))
$(1): $(shell cmp -s $(1).now $(1) || echo FORCE)
	@cp $(1).now $$@
endef
.PHONY: FORCE

# ---- build information in the driver. All objects depend on the compiler and the flags ----
# Removes each $, because make would expand it again.
c_string = "$(subst $$,,$(subst ",,$(subst \,\\,$(strip $(1)))))"
# Source files compiled at -O1 are listed by name; all other files use -O2.
HARNESS_FACTS = $(HARNESS_FLAGS) $(if $(SANITIZE),,[$(LEVEL_O1)] -O1) $(CFLAGS)
KERNEL_FACTS = $(KERNEL_FLAGS) $(foreach b,$(KERNEL_BUILDS) once,[$(b)] $(FLAGS_$(b)) $(CFLAGS) $(LAST_$(b)))
LIBRARY_FACTS = $(foreach p,$(PACKAGES),$(p) $(call PKG,--modversion $(p)),) $(if $(SDE),,without libsde)
define BUILD_FLAGS :=
/* $(CC) $(LDFLAGS) */
#define FACT_COMPILER $(call c_string,$(COMPILER))
#define FACT_HARNESS_FLAGS $(call c_string,$(HARNESS_FACTS))
#define FACT_KERNEL_FLAGS $(call c_string,$(KERNEL_FACTS))
#define FACT_LIBRARIES $(call c_string,$(LIBRARY_FACTS))
endef
$(eval $(call rewritten,$(OUT)/build_flags.h,BUILD_FLAGS))

# Runs git only if this folder is the top of a repository, and ignores GIT_DIR.
git = $(shell unset $$(git rev-parse --local-env-vars 2>/dev/null); \
    [ -z "$$(git rev-parse --show-cdup 2>&1)" ] && git $(1) 2>/dev/null)
# Changed results do not mark the version as dirty, because results are not part of the program.
COMMIT = $(or $(call git,describe --always --exclude '*' --abbrev=12),unknown)$(if \
    $(call git,diff --name-only HEAD -- . ':!results'),-dirty)
VERSION = $(or $(patsubst v%,%,$(call git,describe --tags --match 'v[0-9]*' --abbrev=7)),$(shell \
    sed -n 's/^$(hash)$(hash) \([0-9][0-9.]*\).*/\1/p;T;q' CHANGELOG.md))
define BUILD_COMMIT :=
#define FACT_VERSION "$(VERSION)"
#define FACT_COMMIT "$(COMMIT)"
endef
$(eval $(call rewritten,$(OUT)/build_commit.h,BUILD_COMMIT))
$(OUT)/harness/run/program.o: $(OUT)/build_commit.h
$(OUT)/harness/run/program.o: private HARNESS_FLAGS += -I$(OUT)

# ---- style sheet and script of the pages, as C strings ----
$(OUT)/%.inc: % Makefile
	@mkdir -p $(@D)
	$(Q)sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $< >$@
$(OUT)/harness/report/page/html.o: $(patsubst %,$(OUT)/harness/report/page/%.inc,page.css page.js)
$(OUT)/harness/report/page/html.o: private HARNESS_FLAGS += -I$(OUT)

# ---- unit tests: one program for all files, because linking one per file is slow ----
UNIT_OBJ = $(filter-out $(OUT)/harness/cli/main.o $(OUT)/harness/measure/worker.o,$(sort $(DRIVER_OBJ) $(WORKER_OBJ)))
TESTS_OBJ = $(UNIT_SRC:%.c=$(OUT)/%.o)
UNIT_SHARED = $(patsubst %,$(OUT)/tests/unit/%.o,test scratch data_files)
$(TESTS_OBJ): private HARNESS_FLAGS += -DUNIT_TEST=main_of_$(notdir $*) $(EACH_BUILD) -include tests/unit/part_of_one.h
$(OUT)/tests/unit/test.o: $(OUT)/unit/list.def
$(OUT)/tests/unit/test.o: private HARNESS_FLAGS += -I$(OUT)/unit
UNIT_LIST = $(foreach t,$(UNIT_TESTS),UNIT_TEST($(t)))
$(eval $(call rewritten,$(OUT)/unit/list.def,UNIT_LIST))
$(OUT)/unit/tests: $(UNIT_SHARED) $(TESTS_OBJ) $(UNIT_OBJ)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lcmocka \
	    $(call PKG,--libs $(PACKAGES_DRIVER)) $(LIBS_WORKER)

unit-build: $(OUT)/unit/tests
unit: unit-build
	$(Q)for t in $(UNIT_TESTS); do $(OUT)/unit/tests $$t || exit 1; done

# ---- tests/peers: compares the score tile with the peak rate, per vector build ----
$(OUT)/peers/vector-%: $(OUT)/%/tests/peers/vector.o $(KERNEL_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(call PKG,--libs openblas) -lm

.PHONY: peers-build
peers-build: $(VECTOR_BUILDS:%=$(OUT)/peers/vector-%)

# ---- tests/simulated: a fast worker that trains nothing and links few libraries ----
SIMULATED = $(OUT)/tests/simulated
$(SIMULATED)/worker: $(patsubst %,$(OUT)/%.o,tests/simulated/worker tests/simulated/law \
                                             base/cell base/door base/mem base/rng base/utf8)
	$(call say,LINK,$@)
	$(Q)$(LINK) -static -o $@ $^ $(call PKG,--libs libutf8proc) -lm 2>$@.log || \
	    $(LINK) -o $@ $^ $(call PKG,--libs libutf8proc) -lm
$(SIMULATED)/worker.o: $(SIMULATED)/describe.json.inc
$(SIMULATED)/worker.o: private HARNESS_FLAGS += -I$(OUT)

.PHONY: simulated-build
simulated-build: $(SIMULATED)/worker

# ---- tests/cli: plan.json for hand-made result folders ----
$(OUT)/tests/cli/write_plan: $(OUT)/tests/cli/write_plan.o $(filter-out $(OUT)/harness/cli/main.o,$(DRIVER_OBJ))
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(call PKG,--libs $(PACKAGES_DRIVER)) -lm
.PHONY: write-plan
write-plan: $(OUT)/tests/cli/write_plan

# ---- tests/fuzz: readers under AFL++, without kernels, which clang cannot compile ----
FUZZ_OBJ = $(filter-out $(OUT)/harness/cli/main.o,$(DRIVER_OBJ)) $(OUT)/models/safetensors.o \
           $(patsubst %.c,$(OUT)/%.o,$(call in,datasets))
$(OUT)/fuzz: $(OUT)/tests/fuzz/fuzz.o $(OUT)/tests/unit/scratch.o $(FUZZ_OBJ)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lcmocka \
	    $(call PKG,--libs $(PACKAGES_DRIVER) expat libjpeg libpng) -lm
.PHONY: fuzz-build
fuzz-build: $(OUT)/fuzz

# ---- answers in the README, copied from the reference ----
.PHONY: front
front: results/reference/front.md
	$(Q)sed -i -e '/^<!-- front:/,/^<!-- end of front/{/^<!--/!d}' -e '/^<!-- front:/r $<' README.md

# ---- installation: the programs find their files in the installed folder; bin/attnlab links into it ----
PREFIX ?= /usr/local
install uninstall: export TO = $(DESTDIR)$(PREFIX)
# Lists the files that the program reads at run time: figures, questions, included data sets, and scripts that
# fetch data.
READ_FILES = $(shell find plots ablations datasets/included -type f) \
             datasets/fetch.sh datasets/sources.tsv harness/install/attnlab.sbatch
install: all man
	$(Q)harness/install/install.sh "$$TO" $(READ_FILES)
	$(call say,INTO,"$$TO")
uninstall:
	$(Q)harness/install/uninstall.sh "$$TO"
man: build/attnlab.1
build/attnlab.1: harness/install/man.sh $(BIN)/attnlab
	$(Q)harness/install/man.sh ./attnlab >$@

SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')
format:
	$(Q)clang-format -i $(SOURCES)
format-check:
	$(Q)clang-format --dry-run -Werror $(SOURCES)
clean:
	$(Q)rm -rf build attnlab attnlab-worker

.SECONDARY:
-include $(shell find build $(OUT) -type f -name '*.d' 2>/dev/null | sort -u)
