# SPDX-License-Identifier: GPL-2.0
# The guest's pid 1. Included by the top Makefile: GUEST is the binary.

GUEST ?= $(or $(BUILD),build)/guest-init
GUEST_SRC := $(sort $(wildcard ci/guest/*.c)) src/check/splat.c
GUEST_HDR := $(wildcard ci/guest/*.h) src/check/splat.h
GUEST_CFLAGS := -std=gnu17 -Wall -Wextra -Werror -Os -static \
	-D_GNU_SOURCE -Ici/guest -Isrc -ffunction-sections -Wl,--gc-sections \
	-Wl,--build-id=none -s

$(GUEST): $(GUEST_SRC) $(GUEST_HDR) ci/guest/guest.mk
	@mkdir -p $(@D)
	$(CC) $(GUEST_CFLAGS) -o $@.tmp $(GUEST_SRC)
	mv $@.tmp $@
