# SPDX-License-Identifier: MIT
# Targets by intention:
#   all (default)   ./attnlab and ./attnlab-worker
#   unit            build and run the unit tests
#   format          apply clang-format; format-check fails if anything would change
#   clean           remove what was built
# Variables: V=1 shows commands; ASAN=1 builds with address and undefined sanitizers into
# build/asan/; CC, CFLAGS and LDFLAGS are added to.

MAKEFLAGS += --no-builtin-rules
CC = gcc
Q = $(if $(V),,@)
say = $(if $(V),@:,@printf '  %-6s %s\n' $(1) $(2))

ifdef ASAN
  OUT = build/asan
  BIN = build/asan
  SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else
  OUT = build/obj
  BIN = .
endif

PACKAGES_DRIVER = yaml-0.1 jansson hwloc
PACKAGES_WORKER = jansson hwloc papi openblas
PKG = $(shell pkg-config $(1))

# ---- flag classes ----
WARN = -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
       -Wpointer-arith -Wwrite-strings -Wundef -Wno-psabi
BASE = -std=gnu17 -g -MMD -MP -D_GNU_SOURCE -DATTNLAB_COMMIT='"$(COMMIT)"' $(WARN) $(SANITIZE)
HARNESS_FLAGS = $(filter-out -DATTNLAB_COMMIT%,$(BASE)) -O2 -I. -Wconversion -Wno-sign-conversion -Wdouble-promotion
# Kernels: optimised, but IEEE: infinities and NaN keep their meaning.
KERNEL_FLAGS = $(filter-out -DATTNLAB_COMMIT%,$(BASE)) -Ikernels -fno-math-errno -fno-trapping-math
# Formulas: no contraction, no vectors, nothing clever.
FLAGS_formula = -O2 -ffp-contract=off
FLAGS_double = -O2 -DBUILD_DOUBLE
FLAGS_plain = -O3
FLAGS_neon = -O3
FLAGS_avx2 = -O3 -march=x86-64-v3
FLAGS_avx512 = -O3 -march=x86-64-v4 -mprefer-vector-width=512

ARCH := $(shell $(CC) -dumpmachine | cut -d- -f1)
VECTOR_BUILDS_x86_64 = avx512 avx2 plain
VECTOR_BUILDS_aarch64 = neon
VECTOR_BUILDS = $(or $(VECTOR_BUILDS_$(ARCH)),plain)
# One file per build and choice: each is compiled once for every build below.
KERNEL_BUILDS = $(VECTOR_BUILDS) double formula

# ---- sources ----
SHARED_SRC = $(wildcard kernels/*.c kernels/projections/*.c kernels/gates/*.c \
                        kernels/scores/*.c kernels/normalizers/*.c)
ONCE_SRC = kernels/blas.c kernels/pick.c kernels/names.c
ORACLE_SRC = kernels/oracle.c
BUILD_SRC = $(filter-out $(ONCE_SRC) $(ORACLE_SRC),$(SHARED_SRC))
KERNEL_OBJ = $(foreach b,$(KERNEL_BUILDS),$(BUILD_SRC:%.c=$(OUT)/$(b)/%.o)) \
             $(ONCE_SRC:%.c=$(OUT)/once/%.o) $(ORACLE_SRC:%.c=$(OUT)/formula/%.o)

COMMON_SRC = $(wildcard harness/common/*.c)
DRIVER_SRC = $(wildcard harness/*.c harness/spec/*.c harness/run/*.c harness/report/*.c) $(COMMON_SRC) datasets/rng.c
WORKER_SRC = $(wildcard harness/measure/*.c models/*.c datasets/*.c) $(COMMON_SRC)
DRIVER_OBJ = $(DRIVER_SRC:%.c=$(OUT)/%.o)
WORKER_OBJ = $(WORKER_SRC:%.c=$(OUT)/%.o) $(KERNEL_OBJ)
UNIT_TESTS = $(patsubst tests/unit/%.c,$(OUT)/unit/%,$(wildcard tests/unit/test_*.c))

.PHONY: all unit format format-check clean
all: $(BIN)/attnlab $(BIN)/attnlab-worker

$(BIN)/attnlab: $(DRIVER_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(call PKG,--libs $(PACKAGES_DRIVER)) -lm

$(BIN)/attnlab-worker: $(WORKER_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(call PKG,--libs $(PACKAGES_WORKER)) -lsde -lpthread -lm

define kernel_build
$(OUT)/$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$$(call say,CC,'$$< [$(1)]')
	$$(Q)$$(CC) $$(KERNEL_FLAGS) -DBUILD=$(1) $$(FLAGS_$(1)) $$(CFLAGS) $(if $(filter once,$(1)),-O2) \
	    $$(call PKG,--cflags openblas) -c -o $$@ $$<
endef
$(foreach b,$(KERNEL_BUILDS) once,$(eval $(call kernel_build,$(b))))

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(HARNESS_FLAGS) $(CFLAGS) $(call PKG,--cflags yaml-0.1 jansson hwloc papi) -c -o $@ $<

# ---- unit tests: each tests/unit/test_X.c is a cmocka program over all of the objects ----
$(OUT)/unit/%: $(OUT)/tests/unit/%.o $(filter-out $(OUT)/harness/main.o,$(DRIVER_OBJ)) \
               $(filter-out $(OUT)/harness/measure/main.o,$(filter-out $(COMMON_SRC:%.c=$(OUT)/%.o) $(OUT)/datasets/rng.o,$(WORKER_OBJ)))
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ -lcmocka \
	    $(call PKG,--libs $(PACKAGES_DRIVER) $(PACKAGES_WORKER)) -lsde -lpthread -lm

unit: $(UNIT_TESTS)
	$(Q)for t in $(UNIT_TESTS); do $$t || exit 1; done

SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')
format:
	$(Q)clang-format -i $(SOURCES)
format-check:
	$(Q)clang-format --dry-run -Werror $(SOURCES)
clean:
	$(Q)rm -rf build attnlab attnlab-worker

.SECONDARY:
-include $(shell find build -name '*.d' 2>/dev/null)
