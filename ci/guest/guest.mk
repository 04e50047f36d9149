# SPDX-License-Identifier: GPL-2.0
# Pid 1 of the guest: static, and without the sanitizers of the tests.
# src/check/splat.c is plain C: the host reads the console with it too.

GUEST_SRC := $(sort $(wildcard ci/guest/*.c)) src/check/splat.c
GUEST_DEP := $(wildcard ci/guest/*.h) src/check/splat.h ci/guest/guest.mk

$(B)/guest-init: $(GUEST_SRC) $(GUEST_DEP)
	$(call say,GUEST,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror -Os -static \
		-Ici/guest -Isrc -Wl,--build-id=none -s -o $@ $(GUEST_SRC)
