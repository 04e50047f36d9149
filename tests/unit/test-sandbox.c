// SPDX-License-Identifier: GPL-2.0
/* What hostile code sees and reaches from a sandbox; limits: test-limits.c */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox-test.h"

static void test_unprivileged(Place *place, gconstpointer unused)
{
	g_autofree char *said =
		perl_says(place->sandbox,
			  "print \"uid $< $> gid \", $( + 0, \"\\n\";"
			  "open(my $f, '/proc/self/status');"
			  "print grep { /^(Cap|NoNewPrivs|Seccomp:)/ } <$f>;",
			  NULL);
	uid_t uid = geteuid() ? geteuid() : KS_SANDBOX_UID;
	g_autofree char *ids = g_strdup_printf("uid %u %u gid ", uid, uid);

	(void)unused;
	g_assert_true(g_str_has_prefix(said, ids));
	g_assert_nonnull(strstr(said, "CapEff:\t0000000000000000\n"));
	g_assert_nonnull(strstr(said, "CapPrm:\t0000000000000000\n"));
	g_assert_nonnull(strstr(said, "CapInh:\t0000000000000000\n"));
	g_assert_nonnull(strstr(said, "CapBnd:\t0000000000000000\n"));
	g_assert_nonnull(strstr(said, "CapAmb:\t0000000000000000\n"));
	g_assert_nonnull(strstr(said, "NoNewPrivs:\t1\n"));
	g_assert_nonnull(strstr(said, "Seccomp:\t2\n"));
}

static void test_secret(Place *place, gconstpointer unused)
{
	const char *script = "open(my $f, '<', $ARGV[0]) or exit; print <$f>;";
	g_autofree char *key = g_build_filename(place->home, "id_rsa", NULL);
	g_autofree char *open_said = NULL, *said = NULL;

	(void)unused;
	g_assert_true(g_file_set_contents(key, "secret", -1, NULL));
	open_said = perl_says(NULL, script, key);
	g_assert_cmpstr(open_said, ==, "secret");
	said = perl_says(place->sandbox, script, key);
	g_assert_cmpstr(said, ==, "");
}

/* Folders above one that is shown are there, and there is nothing else in. */
static void test_nothing_else(Place *place, gconstpointer unused)
{
	g_autofree char *said = perl_says(
		place->sandbox,
		"opendir(my $d, $ARGV[0]) or die;"
		"print join(' ', sort grep { !/^\\.+$/ } readdir $d);"
		"print ' top:', join(' ', sort grep { !/^(lib.*|\\.+)$/ }"
		" map { s,^/,,r } glob('/*'));",
		place->top);

	(void)unused;
	g_assert_cmpstr(said, ==, "ro rw top:bin dev etc proc sbin tmp usr");
}

static void test_write_outside(Place *place, gconstpointer unused)
{
	g_autofree char *source = g_build_filename(place->ro, "source.c", NULL);
	g_autofree char *text = NULL, *said = NULL;
	g_autofree char *made = g_build_filename(place->rw, "made", NULL);
	g_autofree char *fresh = g_build_filename(place->ro, "fresh", NULL);
	g_autofree char *escape = g_build_filename(place->home, "x", NULL);

	(void)unused;
	g_assert_true(g_file_set_contents(source, "source", -1, NULL));
	g_assert_cmpint(chmod(source, 0666), ==, 0);
	said = perl_says(
		place->sandbox,
		"my $t = $ARGV[0];"
		"for (\"$t/rw/made\", \"$t/ro/source.c\", \"$t/ro/fresh\","
		" \"$t/home/x\", '/usr/x', '/usr/bin/x', '/x',"
		" '/etc/x', '/bin/x', '/dev/x', '/dev/shm/x',"
		" '/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger') {"
		" print \"$_\\n\" if open(my $f, '>', $_); }"
		"print \"unlinked\\n\" if unlink(\"$t/ro/source.c\");"
		"print \"moved\\n\" if rename(\"$t/ro/source.c\", \"$t/rw/s\");"
		"print \"chmod\\n\" if chmod(0777, \"$t/ro/source.c\");",
		place->top);
	g_assert_true(g_str_has_prefix(said, made));
	g_assert_cmpuint(strlen(said), ==, strlen(made) + 1);
	g_assert_true(g_file_get_contents(source, &text, NULL, NULL));
	g_assert_cmpstr(text, ==, "source");
	g_assert_true(g_file_test(made, G_FILE_TEST_EXISTS));
	g_assert_false(g_file_test(fresh, G_FILE_TEST_EXISTS));
	g_assert_false(g_file_test(escape, G_FILE_TEST_EXISTS));
	g_assert_false(g_file_test("/usr/x", G_FILE_TEST_EXISTS));
	/* what a stranger made we can remove */
	g_assert_cmpint(g_unlink(made), ==, 0);
}

static int listen_on_loopback(guint16 *port)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

	g_assert_cmpint(bind(fd, (struct sockaddr *)&at, size), ==, 0);
	g_assert_cmpint(listen(fd, 5), ==, 0);
	g_assert_cmpint(getsockname(fd, (struct sockaddr *)&at, &size), ==, 0);
	*port = ntohs(at.sin_port);
	return fd;
}

static void test_network(Place *place, gconstpointer unused)
{
	const char *script =
		"use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0) or die;"
		"print connect($s, sockaddr_in($ARGV[0],"
		" inet_aton('127.0.0.1'))) ? 'connected' : 'refused';";
	guint16 port;
	int fd = listen_on_loopback(&port);
	g_autofree char *word = g_strdup_printf("%u", port);
	g_autofree char *said = NULL, *open_said = NULL;

	(void)unused;
	said = perl_says(place->sandbox, script, word);
	g_assert_cmpstr(said, ==, "refused");
	g_assert_cmpint(accept(fd, NULL, NULL), ==, -1);
	/* the same script without a sandbox gets through */
	open_said = perl_says(NULL, script, word);
	g_assert_cmpstr(open_said, ==, "connected");
	g_assert_cmpint(accept(fd, NULL, NULL), >=, 0);
	close(fd);
}

/* System calls that would get around a limit or out of the namespaces. */
static void test_system_calls(Place *place, gconstpointer unused)
{
	const char *script =
		"require 'syscall.ph' if 0; use Socket;"
		"sub try { my ($what, $r) = @_; print \"$what \" if $r >= 0; }"
		"my $z = \"memory\\0\";"
		"try('unshare', syscall(272, 0x10000000));"
		"try('memfd', syscall(319, $z, 0));"
		"try('shmget', syscall(29, 0, 4096, 01600));"
		"try('clone', syscall(56, 0x10000011, 0, 0, 0, 0));"
		"print 'vsock ' if socket(my $v, 40, SOCK_STREAM, 0);"
		"print 'alg ' if socket(my $a, 38, SOCK_SEQPACKET, 0);"
		"print 'unix' if socket(my $u, PF_UNIX, SOCK_STREAM, 0);";
	g_autofree char *said = NULL;

	(void)unused;
#ifndef __x86_64__
	g_test_skip("the numbers in the script are those of x86-64");
	return;
#endif
	said = perl_says(place->sandbox, script, NULL);
	g_assert_cmpstr(said, ==, "unix");
}

static pid_t start_victim(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		/* as the same user, so that only the sandbox protects it */
		if (geteuid() == 0 && setresuid(KS_SANDBOX_UID, KS_SANDBOX_UID,
						KS_SANDBOX_UID) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	g_usleep(100 * 1000);
	return pid;
}

static void test_signal_others(Place *place, gconstpointer unused)
{
	pid_t victim = start_victim();
	g_autofree char *word = g_strdup_printf("%d", victim);
	g_auto(KsChildResult) result = {0};
	int status;

	(void)unused;
	g_assert_true(perl(place->sandbox,
			   "kill 'KILL', $ARGV[0];"
			   "kill 'KILL', $_ for grep { $_ != $$ } 2 .. 70000;"
			   "kill 'KILL', -1; kill 'KILL', 1; print 'done';",
			   word, &result, NULL));
	g_assert_cmpint(waitpid(victim, &status, WNOHANG), ==, 0);
	/* a victim that cannot be killed would prove nothing */
	g_assert_cmpint(kill(victim, SIGKILL), ==, 0);
	g_assert_cmpint(waitpid(victim, &status, 0), ==, victim);
	g_assert_true(WIFSIGNALED(status));
}

static void test_setuid_program(Place *place, gconstpointer unused)
{
	g_autofree char *program = g_build_filename(place->ro, "id", NULL);
	const char *argv[] = {"cp", "/usr/bin/id", program, NULL};
	KsChildSpec copy = {.argv = argv, .timeout_s = 20};
	g_autofree char *said = NULL;

	(void)unused;
	if (geteuid() != 0) {
		g_test_skip("only root can make such a program");
		return;
	}
	g_assert_true(ks_child_check(&copy, NULL, NULL));
	g_assert_cmpint(chmod(program, 04755), ==, 0);
	said = perl_says(place->sandbox, "print qx($ARGV[0]);", program);
	g_assert_true(g_str_has_prefix(said, "uid=65534"));
	g_assert_null(strstr(said, "euid"));
}

/* A daemon in a session of its own that writes its heart beat, ten a second. */
#define DAEMON                                                                 \
	"use POSIX; $SIG{HUP} = $SIG{TERM} = $SIG{INT} = 'IGNORE';"            \
	"if (!fork) { POSIX::setsid(); if (!fork) {"                           \
	" close STDOUT; close STDERR; while (1) {"                             \
	" open(my $f, '>>', \"$ARGV[0]/beat\") or die; print $f 'x';"          \
	" close $f; select(undef, undef, undef, 0.1); } } exit; }"             \
	"select(undef, undef, undef, 0.5);"

static goffset beats(const Place *place)
{
	g_autofree char *file = g_build_filename(place->rw, "beat", NULL);
	GStatBuf st;

	return g_stat(file, &st) == 0 ? st.st_size : 0;
}

static void assert_dead(const Place *place)
{
	goffset before = beats(place);

	g_assert_cmpint(before, >, 0);
	g_usleep(500 * 1000);
	g_assert_cmpint(beats(place), ==, before);
}

static void test_daemon(Place *place, gconstpointer unused)
{
	g_autofree char *said =
		perl_says(place->sandbox, DAEMON "print 'end';", place->rw);

	(void)unused;
	g_assert_cmpstr(said, ==, "end");
	assert_dead(place);
}

static void test_daemon_timeout(Place *place, gconstpointer unused)
{
	const char *argv[] = {"perl", "-e", DAEMON "sleep 60;", place->rw,
			      NULL};
	KsChildSpec spec = {
		.argv = argv, .timeout_s = 2, .sandbox = place->sandbox};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_false(ks_child_run(&spec, &result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_TIMEOUT);
	g_assert_cmpint(result.wall_us, <, 4 * G_USEC_PER_SEC);
	assert_dead(place);
}

/* kill -9 of kseries ends the sandbox too, whatever ran in it. */
static void test_kill_9(Place *place, gconstpointer unused)
{
	pid_t pid = fork();
	int tries = 100;

	(void)unused;
	if (pid == 0) {
		g_auto(KsChildResult) result = {0};

		perl(place->sandbox, DAEMON "sleep 60;", place->rw, &result,
		     NULL);
		_exit(0);
	}
	while (tries-- && beats(place) < 3)
		g_usleep(100 * 1000);
	g_assert_cmpint(kill(pid, SIGKILL), ==, 0);
	g_assert_cmpint(waitpid(pid, NULL, 0), ==, pid);
	g_usleep(200 * 1000);
	assert_dead(place);
}

static void test_give(Place *place, gconstpointer unused)
{
	g_autofree char *outside = g_build_filename(place->home, "f", NULL);
	g_autofree char *link = g_build_filename(place->rw, "link", NULL);
	g_autofree char *dir = g_build_filename(place->rw, "d", NULL);
	g_autofree char *inner = g_build_filename(dir, "f", NULL);
	struct stat st;

	(void)unused;
	if (geteuid() != 0) {
		g_test_skip("only root gives folders away");
		return;
	}
	g_assert_true(g_file_set_contents(outside, "", -1, NULL));
	g_assert_cmpint(symlink(outside, link), ==, 0);
	g_assert_cmpint(g_mkdir(dir, 0755), ==, 0);
	g_assert_true(g_file_set_contents(inner, "", -1, NULL));
	g_assert_true(ks_sandbox_prepare(place->sandbox, NULL));
	g_assert_cmpint(g_stat(inner, &st), ==, 0);
	g_assert_cmpuint(st.st_uid, ==, KS_SANDBOX_UID);
	g_assert_cmpint(lstat(place->rw, &st), ==, 0);
	g_assert_cmpuint(st.st_uid, ==, KS_SANDBOX_UID);
	g_assert_cmpint(lstat(outside, &st), ==, 0);
	g_assert_cmpuint(st.st_uid, ==, 0);
}

/* The child's own log, turned into a link, must not lead us elsewhere. */
static void test_log_link(Place *place, gconstpointer unused)
{
	g_autofree char *victim = g_build_filename(place->home, "f", NULL);
	g_autofree char *log = g_build_filename(place->rw, "log", NULL);
	const char *argv[] = {"echo", "owned", NULL};
	KsChildSpec spec = {.argv = argv, .timeout_s = 20, .log = log};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_cmpint(symlink(victim, log), ==, 0);
	g_assert_false(ks_child_run(&spec, &result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_false(g_file_test(victim, G_FILE_TEST_EXISTS));
}

static void assert_broken(const KsChildSpec *spec, const char *word)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	g_assert_false(ks_child_run(spec, &result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_test_message("%s", error->message);
	g_assert_nonnull(strstr(error->message, word));
}

/* What breaks on our side must not look like a failure of the patch. */
static void test_broken(Place *place, gconstpointer unused)
{
	const char *argv[] = {"true", NULL};
	KsChildSpec spec = {
		.argv = argv, .timeout_s = 20, .sandbox = place->sandbox};

	(void)unused;
	spec.cwd = "/no/such/folder";
	assert_broken(&spec, "/no/such/folder");
	spec.cwd = NULL;
	if (geteuid() == 0) {
		g_assert_cmpint(chmod(place->ro, 0700), ==, 0);
		assert_broken(&spec, "0700");
		g_assert_cmpint(chmod(place->ro, 0755), ==, 0);
	}
	ks_sandbox_ro(place->sandbox, "/no/such/source");
	assert_broken(&spec, "/no/such/source");
}

static void test_status(Place *place, gconstpointer unused)
{
	g_auto(KsChildResult) result = {0};

	(void)unused;
	g_assert_true(perl(place->sandbox, "exit 7;", NULL, &result, NULL));
	g_assert_cmpint(result.status, ==, 7);
	ks_child_result_clear(&result);
	g_assert_true(perl(place->sandbox, "kill 'KILL', $$; sleep 9;", NULL,
			   &result, NULL));
	g_assert_cmpint(result.status, !=, 0);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	g_test_init(&argc, &argv, NULL);
#define ADD(name, function)                                                    \
	g_test_add("/sandbox/" name, Place, NULL, place_set_up, (function),    \
		   place_tear_down)
	ADD("unprivileged", test_unprivileged);
	ADD("secret", test_secret);
	ADD("nothing-else", test_nothing_else);
	ADD("write-outside", test_write_outside);
	ADD("network", test_network);
	ADD("system-calls", test_system_calls);
	ADD("signal-others", test_signal_others);
	ADD("setuid-program", test_setuid_program);
	ADD("daemon", test_daemon);
	ADD("daemon-timeout", test_daemon_timeout);
	ADD("kill-9", test_kill_9);
	ADD("give", test_give);
	ADD("log-link", test_log_link);
	ADD("broken", test_broken);
	ADD("status", test_status);
	return g_test_run();
}
