/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_END_H
#define GUEST_END_H

/*
 * Values for QEMU's isa-debug-exit at port 0xf4; QEMU then ends with status
 * 2 * value + 1, that is 33, 35 or 37.
 */
enum end_code {
	END_PASSED = 0x10,
	END_FAILED = 0x11,
	END_HUNG = 0x12,
};

/*
 * Ends the guest. On a kernel that gives user space no port (neither
 * X86_IOPL_IOPERM nor DEVPORT) it reboots, which -no-reboot makes status 0:
 * then the report alone says how it went.
 */
void end_guest(enum end_code code) __attribute__((noreturn));

#endif
