# SPDX-License-Identifier: GPL-2.0
# Pid 1 of the guest: static, and without the sanitizers of the tests.
# src/check/splat.c is plain C: the host reads the console with it too.

GUEST_SRC := $(sort $(wildcard ci/guest/*.c)) src/check/splat.c
GUEST_DEP := $(wildcard ci/guest/*.h) src/check/splat.h ci/guest/guest.mk

GUESTS := $(B)/guest-init $(B)/guest-init-i386

# Kernel headers of x86 serve both widths; -m32 looks for its own place only.
$(B)/guest-init-i386: GUEST_FLAGS = -m32 \
	-idirafter /usr/include/$(shell $(CC) -print-multiarch)
$(B)/guest-init-i386: GUEST_NEEDS := libc6-dev-i386 and lib32gcc-12-dev

$(GUESTS): $(GUEST_SRC) $(GUEST_DEP)
	$(call say,GUEST,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(GUEST_FLAGS) -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror \
		-Os -static -Ici/guest -Isrc -Wl,--build-id=none -s -o $@ \
		$(GUEST_SRC) || { \
		echo '$@ needs $(or $(GUEST_NEEDS),a static libc): scripts/setup' >&2; \
		exit 1; }
