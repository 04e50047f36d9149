# SPDX-License-Identifier: GPL-2.0
#
# make help tells what there is.

VERSION := 0.1.0
PREFIX ?= /usr/local
DESTDIR ?=
CC ?= gcc
B ?= build
V ?= 0
SERIES ?= intel-napi-build-skb
ON ?= 6.1
KSERIES ?= $(B)/kseries

# llvm-config-19 would be another, large package.
LLVM ?= /usr/lib/llvm-19
PKGS := gio-2.0 gio-unix-2.0 json-glib-1.0 sqlite3 libarchive libelf

ifeq ($(V),0)
Q := @
say = @printf '  %-7s %s\n' '$(1)' '$(2)'
else
Q :=
say = @:
endif

# Goals that need no compiler must work before scripts/setup has run.
ifneq ($(filter-out help setup series check clean,$(or $(MAKECMDGOALS),all)),)
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS))
PKG_LIBS := $(shell pkg-config --libs $(PKGS))
LIBCLANG := $(wildcard $(LLVM)/include/clang-c/Index.h)
ifeq ($(and $(strip $(PKG_LIBS)),$(LIBCLANG)),)
$(error libraries are missing (see above): run scripts/setup)
endif
endif

CFLAGS ?= -O2 -g
ALL_CFLAGS := -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror -Isrc \
	-DKS_VERSION='"$(VERSION)"' $(PKG_CFLAGS) $(CFLAGS) $(SANITIZE)

LIB_SRC := $(filter-out src/facts/%,$(wildcard src/*/*.c))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
MAIN_OBJ := $(B)/src/main.o
FACTS_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard src/facts/*.c))
UNIT_SRC := $(wildcard tests/unit/test-*.c)
UNIT_BIN := $(UNIT_SRC:%.c=$(B)/%)

.PHONY: all guests stress matrix mutants help setup series check check-unit check-cocci check-e2e lint \
	bench fresh-check install tags clean unit-bins

all: $(B)/kseries $(B)/kseries-facts guests

help:
	@echo 'make series       install what is missing, build, fetch a kernel, make the'
	@echo '                  series on it and check every patch (SERIES=$(SERIES) ON=$(ON))'
	@echo 'make check        all tests: unit (with sanitizers), cocci goldens, end to end'
	@echo 'make check-unit   only the unit tests; check-cocci, check-e2e likewise'
	@echo 'make              build $(B)/kseries'
	@echo 'make lint         clang-format, static analysis, shellcheck, codespell'
	@echo 'make stress       200 kills, 20 random rounds of the cache; an hour'
	@echo 'make matrix       the series on every target of ci/targets.conf; hours'
	@echo 'make mutants      wrong conversions, and which check catches each; 25 minutes'
	@echo 'make bench        times of kseries beside those of the bare tools'
	@echo 'make fresh-check  the set-up in a bare Debian root'
	@echo 'make install      to DESTDIR= PREFIX=$(PREFIX)'
	@echo 'make tags clean   V=1 shows the commands; CC=clang takes the other compiler'

setup:
	$(Q)scripts/setup

# --- the program ---------------------------------------------------------

$(B)/kseries: $(MAIN_OBJ) $(B)/libkseries.a
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $^ $(PKG_LIBS)

$(B)/libkseries.a: $(LIB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

# The only one that knows libclang.
$(B)/kseries-facts: $(FACTS_OBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $^ -L$(LLVM)/lib -lclang-19 \
		$(PKG_LIBS)

$(B)/bare-parse: tests/bench/bare-parse.c
	$(call say,LD,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -isystem $(LLVM)/include -o $@ $< \
		-L$(LLVM)/lib -lclang-19

$(FACTS_OBJ): ALL_CFLAGS += -isystem $(LLVM)/include

$(B)/%.o: %.c Makefile
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# What decides verdicts is part of every cache key: its sources' checksum.
VERDICT_SRC := $(filter-out src/base/progress%, $(sort \
	$(wildcard src/base/*.[ch] src/check/*.[ch] src/audit/*.[ch]) \
	scripts/sparse-wrapper))
$(B)/source-id.h: $(VERDICT_SRC) Makefile
	$(Q)mkdir -p $(@D)
	$(Q)printf '#define KS_SOURCE_ID "%s"\n' \
		"$$(cat $(VERDICT_SRC) | sha256sum | cut -c1-16)" > $@

# The same for what makes a series.
SERIES_SRC := $(sort $(wildcard src/base/*.[ch] src/tree/*.[ch] src/series/*.[ch] \
	src/audit/*.[ch] src/check/audit*.[ch] src/mail/*.[ch]))
$(B)/series-id.h: $(SERIES_SRC) Makefile
	$(Q)mkdir -p $(@D)
	$(Q)printf '#define KS_SERIES_ID "%s"\n' \
		"$$(cat $(SERIES_SRC) | sha256sum | cut -c1-16)" > $@

# And for what reads the code: facts stay known when it is built elsewhere.
FACTS_SRC := $(sort $(wildcard src/facts/*.[ch]))
$(B)/facts-id.h: $(FACTS_SRC) Makefile
	$(Q)mkdir -p $(@D)
	$(Q)printf '#define KS_FACTS_ID "%s"\n' \
		"$$(cat $(FACTS_SRC) | sha256sum | cut -c1-16)" > $@

$(B)/src/facts/main.o: $(B)/facts-id.h
$(B)/src/facts/main.o: ALL_CFLAGS += -I$(B)
$(B)/src/check/key.o: $(B)/source-id.h
$(B)/src/mail/made.o: $(B)/series-id.h
$(B)/src/check/key.o $(B)/src/mail/made.o: ALL_CFLAGS += -I$(B)

include ci/guest/guest.mk

guests: $(GUESTS)

$(B)/tests/unit/test-%: tests/unit/test-%.c $(B)/libkseries.a
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(B)/libkseries.a $(PKG_LIBS)

$(filter %/test-facts %/test-facts-values,$(UNIT_BIN)): | $(B)/kseries-facts

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(FACTS_OBJ:.o=.d) $(UNIT_BIN:=.d)

# --- the two commands of the README --------------------------------------

series:
	$(Q)scripts/setup
	$(Q)+$(MAKE) --no-print-directory all
	$(Q)$(KSERIES) tree list --json | grep -q '"$(ON)"' || \
		$(KSERIES) tree add $(ON) debian:$(ON)
	$(Q)$(KSERIES) check $(SERIES) --on $(ON) --without

check:
	$(Q)scripts/setup --check
	$(Q)+$(MAKE) --no-print-directory all
	$(Q)+$(MAKE) --no-print-directory B=build/san unit-bins build/san/kseries \
		build/san/kseries-facts \
		CFLAGS='-O1 -g' SANITIZE='-fsanitize=address,undefined -fno-omit-frame-pointer'
	$(Q)+$(MAKE) --no-print-directory B=build/clang CC=clang CFLAGS=-O0 \
		build/clang/kseries build/clang/kseries-facts
	$(Q)tests/run all

unit-bins: $(UNIT_BIN)

check-unit check-cocci check-e2e: check-%:
	$(Q)+$(MAKE) --no-print-directory all
	$(Q)+$(MAKE) --no-print-directory B=build/san unit-bins build/san/kseries \
		build/san/kseries-facts \
		CFLAGS='-O1 -g' SANITIZE='-fsanitize=address,undefined -fno-omit-frame-pointer'
	$(Q)tests/run $*

lint:
	$(Q)scripts/lint

mutants: all
	$(Q)tests/mutants/run

bench: all $(B)/bare-parse
	$(Q)tests/bench/run
	$(Q)tests/bench/engine
	$(Q)tests/bench/audit

# As root; long. What of it is quick is part of `make check`.
stress: all
	$(Q)tests/stress/rebuilt
	$(Q)tests/stress/blame
	$(Q)tests/stress/synth
	$(Q)tests/stress/random-cache $(or $(ROUNDS),20)
	$(Q)tests/stress/kill $(or $(KILLS),200)

# All but those that are only audited.
TARGETS = $(filter-out %-audit %-audit-networking %-ethernet %-powerpc-8xx,$(shell \
	sed -n 's/^\[target "\(.*\)"\]/\1/p' ci/targets.conf))
comma := ,
space := $() $()
matrix: all
	$(Q)for tree in $$(sed -n 's/^\ttree = //p' ci/targets.conf | sort -u); do \
		$(KSERIES) tree list --json | grep -q "\"$$tree\"" || \
		$(KSERIES) tree add $$tree debian:$$tree || exit; done
	$(Q)$(KSERIES) check $(SERIES) --without --backport \
		--on $(subst $(space),$(comma),$(strip $(TARGETS)))

fresh-check:
	$(Q)scripts/fresh-check

# --- the rest ------------------------------------------------------------

DATADIR := $(DESTDIR)$(PREFIX)/share/kseries

install: all
	install -D -m 755 $(B)/kseries $(DESTDIR)$(PREFIX)/bin/kseries
	install -d $(DATADIR)
	install -m 755 $(GUESTS) $(B)/kseries-facts $(DATADIR)/
	install -d $(DATADIR) $(DESTDIR)$(PREFIX)/share/man/man1
	cp -r cocci series backports ci scripts MAINTAINERS-snippet $(DATADIR)/
	install -m 644 doc/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/

tags:
	$(Q)ctags -R src ci/guest tests

clean:
	rm -rf build
