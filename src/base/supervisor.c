// SPDX-License-Identifier: GPL-2.0
#include "base/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define NICER 5

/* All ids of user_namespaces(7), each mapped to itself. */
static const char all_ids[] = "0 0 4294967295\n";

static void fail(const char *what)
{
	const char *why = strerrordesc_np(errno);

	(void)!write(2, what, strlen(what));
	(void)!write(2, ": ", 2);
	if (why)
		(void)!write(2, why, strlen(why));
	(void)!write(2, "\n", 1);
	_exit(KS_SUPERVISOR_FAILED);
}

static void append(char *text, const char *word)
{
	strcpy(text + strlen(text), word);
}

static bool write_map(pid_t pid, const char *file)
{
	char digits[16] = "", path[64] = "/proc/";
	char *first = digits + sizeof(digits) - 1;
	bool ok;
	int fd;

	for (*first = '\0'; pid > 0; pid /= 10)
		*--first = (char)('0' + pid % 10);
	append(path, first);
	append(path, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	ok = fd >= 0 && write(fd, all_ids, sizeof(all_ids) - 1) ==
				(ssize_t)sizeof(all_ids) - 1;
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Only a process that stayed outside may write such a map. */
static void map_writer(pid_t inside, int ready)
{
	char byte;

	if (read(ready, &byte, 1) != 1)
		_exit(1);
	_exit(write_map(inside, "/uid_map") && write_map(inside, "/gid_map") ?
		      0 :
		      1);
}

static void enter_user_namespace(void)
{
	pid_t self = getpid(), writer;
	int ready[2], status = 0;

	if (pipe2(ready, O_CLOEXEC) < 0)
		fail("kseries: cannot make a pipe");
	writer = _Fork();
	if (writer < 0)
		fail("kseries: cannot fork");
	if (writer == 0) {
		close(ready[1]);
		map_writer(self, ready[0]);
	}
	close(ready[0]);
	if (unshare(CLONE_NEWUSER) < 0)
		fail("kseries: cannot make a user namespace (see "
		     "/proc/sys/user/max_user_namespaces)");
	(void)!write(ready[1], "", 1);
	close(ready[1]);
	while (waitpid(writer, &status, 0) < 0 && errno == EINTR)
		;
	if (status != 0)
		fail("kseries: cannot map the users of a user namespace");
}

/* End as @status says that the child did. */
static void end_as(int status)
{
	struct rlimit none = {0};

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		kill(getpid(), WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : KS_SUPERVISOR_FAILED);
}

void ks_supervise(bool own_users)
{
	pid_t supervisor = getpid(), child, dead;
	int status, first = 0;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	child = _Fork();
	if (child < 0)
		fail("kseries: cannot fork");
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != supervisor)
			_exit(KS_SUPERVISOR_FAILED);
		/* whoever watches gets a turn, though hundreds here never sleep */
		(void)!nice(NICER);
		if (own_users)
			enter_user_namespace();
		return;
	}
	/* pipes that others read until their end must not stay open here */
	close_range(0, ~0U, 0);
	prctl(PR_SET_NAME, "ks-supervisor");
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	for (;;) {
		dead = waitpid(-1, &status, 0);
		if (dead == child)
			first = status;
		if (dead < 0 && errno == ECHILD)
			end_as(first);
	}
}
