// SPDX-License-Identifier: GPL-2.0
#include "netns.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int netns_current(struct why *why)
{
	int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		why_errno(why, "/proc/self/ns/net");
	return fd;
}

int netns_new(struct why *why)
{
	int home = netns_current(why);
	int fd = -1;

	if (home < 0)
		return -1;
	if (unshare(CLONE_NEWNET))
		why_errno(why, "new network namespace");
	else
		fd = netns_current(why);
	if (setns(home, CLONE_NEWNET))
		why_errno(why, "back to the first network namespace");
	close(home);
	return fd;
}

int netns_socket(int ns, int domain, int type, int protocol)
{
	struct why why;
	int home = netns_current(&why);
	int fd = -1;

	if (home < 0)
		return -1;
	if (!setns(ns, CLONE_NEWNET)) {
		fd = socket(domain, type, protocol);
		if (setns(home, CLONE_NEWNET) && fd >= 0) {
			close(fd);
			fd = -1;
		}
	}
	close(home);
	return fd;
}

/* Sends one rtnetlink request; returns 0, or -1 with errno. */
static int talk(struct nlmsghdr *message)
{
	union {
		struct nlmsghdr header;
		char bytes[4096];
	} answer;
	const struct nlmsgerr *error = NLMSG_DATA(&answer.header);
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = send(fd, message, message->nlmsg_len, 0);
	if (n >= 0)
		n = recv(fd, &answer, sizeof(answer), 0);
	close(fd);
	if (n < 0)
		return -1;
	errno = EPROTO;
	if (n < (ssize_t)NLMSG_LENGTH(sizeof(*error)) ||
	    answer.header.nlmsg_type != NLMSG_ERROR)
		return -1;
	errno = -error->error;
	return errno ? -1 : 0;
}

int netns_move(const char *ifname, int ns, struct why *why)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg info;
		struct rtattr attr;
		int fd;
	} request = {
		.header =
			{
				.nlmsg_len = sizeof(request),
				.nlmsg_type = RTM_NEWLINK,
				.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
			},
		.info = {.ifi_family = AF_UNSPEC},
		.attr =
			{
				.rta_len = RTA_LENGTH(sizeof(int)),
				.rta_type = IFLA_NET_NS_FD,
			},
		.fd = ns,
	};

	request.info.ifi_index = (int)if_nametoindex(ifname);
	if (!request.info.ifi_index)
		return why_errno(why, "no device %s", ifname);
	if (talk(&request.header))
		return why_errno(why, "%s: move to another namespace", ifname);
	return 0;
}
