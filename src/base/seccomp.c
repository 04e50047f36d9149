// SPDX-License-Identifier: GPL-2.0
#include "base/seccomp.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH
/* On x86-64 this bit marks an x32 call, which the numbers below miss. */
#define X32_BIT 0x40000000
#define NAMESPACES                                                             \
	(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID |           \
	 CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP | CLONE_NEWTIME)

/* Both architectures are little-endian: the low word of an argument is first. */
#define LOAD(field)                                                            \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                                     \
		 (guint32)offsetof(struct seccomp_data, field))
#define REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
#define ALLOW	     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define EQUAL(value, then, other)                                              \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (then), (other))

static const struct sock_filter head[] = {
	LOAD(arch),
	EQUAL(ARCH, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	LOAD(nr),
	BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1),
	REFUSE(ENOSYS),
	/* glibc falls back from clone3, whose flags lie in memory, to clone */
	EQUAL(SYS_clone3, 0, 1),
	REFUSE(ENOSYS),
	EQUAL(SYS_clone, 0, 4),
	LOAD(args[0]),
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
	REFUSE(EPERM),
	ALLOW,
	EQUAL(SYS_socket, 0, 7),
	LOAD(args[0]),
	EQUAL(AF_UNIX, 4, 0),
	EQUAL(AF_INET, 3, 0),
	EQUAL(AF_INET6, 2, 0),
	EQUAL(AF_NETLINK, 1, 0),
	REFUSE(EAFNOSUPPORT),
	ALLOW,
};

static const int refused[] = {
	SYS_unshare,
	SYS_setns,
	SYS_mount,
	SYS_umount2,
	SYS_pivot_root,
	SYS_chroot,
	SYS_fsopen,
	SYS_fsconfig,
	SYS_fsmount,
	SYS_fspick,
	SYS_open_tree,
	SYS_move_mount,
	SYS_mount_setattr,
	SYS_memfd_create,
	SYS_memfd_secret,
	SYS_shmget,
	SYS_msgget,
	SYS_semget,
	SYS_mq_open,
	SYS_ptrace,
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_process_madvise,
	SYS_pidfd_getfd,
	SYS_kcmp,
	SYS_bpf,
	SYS_perf_event_open,
	SYS_userfaultfd,
	SYS_io_uring_setup,
	SYS_io_uring_enter,
	SYS_io_uring_register,
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_fanotify_init,
	SYS_open_by_handle_at,
	SYS_syslog,
	SYS_acct,
	SYS_quotactl,
	SYS_swapon,
	SYS_reboot,
	SYS_kexec_load,
	SYS_init_module,
	SYS_finit_module,
	SYS_delete_module,
};

GBytes *ks_seccomp_program(void)
{
	const struct sock_filter allow = ALLOW;
	GByteArray *program = g_byte_array_new();

	g_byte_array_append(program, (const guint8 *)head, sizeof(head));
	for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
		const struct sock_filter pair[] = {
			EQUAL((guint32)refused[i], 0, 1),
			REFUSE(EPERM),
		};

		g_byte_array_append(program, (const guint8 *)pair,
				    sizeof(pair));
	}
	g_byte_array_append(program, (const guint8 *)&allow, sizeof(allow));
	return g_byte_array_free_to_bytes(program);
}
#else
GBytes *ks_seccomp_program(void)
{
	return NULL;
}
#endif
