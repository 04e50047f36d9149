// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "netns.h"

/*
 * A stream in both directions at once: large sends make the NIC segment
 * (TSO) and sum, which single frames never do.
 */
#define ADDRESS(d) (0x0a090001u + (d)) /* 10.9.0.1 and 10.9.0.2 */
#define PORT	   7777
#define LIMIT_MS   20000

struct stream {
	int fd; /* sends in direction d, receives in the other */
	size_t sent;
	size_t received;
};

/* Byte number n of the stream in a direction. */
static unsigned char byte_at(unsigned int direction, size_t n)
{
	uint32_t x = (uint32_t)n * 2654435761u + direction * 0x9e3779b9u;

	return (x ^ x >> 15) >> 8;
}

static int push(struct stream *s, unsigned int direction, size_t total,
		struct why *why)
{
	unsigned char buf[32768];
	size_t len = total - s->sent;
	ssize_t n;

	if (len > sizeof(buf))
		len = sizeof(buf);
	for (size_t i = 0; i < len; i++)
		buf[i] = byte_at(direction, s->sent + i);
	n = len ? send(s->fd, buf, len, MSG_NOSIGNAL) : 0;
	if (n < 0 && errno != EAGAIN)
		return why_errno(why, "send after %zu bytes", s->sent);
	if (n > 0)
		s->sent += n;
	return 0;
}

static int pull(struct stream *s, unsigned int direction, struct why *why)
{
	unsigned char buf[32768];
	ssize_t n = recv(s->fd, buf, sizeof(buf), 0);

	if (n == 0)
		return why_set(why, "the stream ends after %zu bytes",
			       s->received);
	if (n < 0)
		return errno == EAGAIN ? 0 :
					 why_errno(why, "recv after %zu bytes",
						   s->received);
	for (ssize_t i = 0; i < n; i++, s->received++)
		if (buf[i] != byte_at(direction, s->received))
			return why_set(why,
				       "byte %zu is 0x%02x and must be "
				       "0x%02x",
				       s->received, buf[i],
				       byte_at(direction, s->received));
	return 0;
}

static int run(struct stream stream[2], size_t total, struct why *why)
{
	int64_t limit = clock_ms() + LIMIT_MS;
	bool done = false;

	while (!done) {
		done = true;
		for (unsigned int d = 0; d < 2; d++) {
			if (stream[d].received < total &&
			    pull(&stream[d], !d, why))
				return -1;
			if (push(&stream[d], d, total, why))
				return -1;
			if (stream[d].received < total)
				done = false;
		}
		if (!done && clock_ms() > limit)
			return why_set(why,
				       "after %d s only %zu and %zu of "
				       "%zu bytes arrived",
				       LIMIT_MS / 1000, stream[1].received,
				       stream[0].received, total);
		clock_sleep_ms(1);
	}
	return 0;
}

/* A connection from the first namespace to the second. */
static int connect_both(struct guest *guest, struct stream stream[2],
			struct why *why)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons(PORT),
		.sin_addr.s_addr = htonl(ADDRESS(1)),
	};
	int64_t limit = clock_ms() + LIMIT_MS;
	int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
	int server = netns_socket(guest->away, AF_INET, type, 0);

	stream[0].fd = netns_socket(guest->home, AF_INET, type, 0);
	if (server < 0 || stream[0].fd < 0 ||
	    bind(server, (struct sockaddr *)&to, sizeof(to)) ||
	    listen(server, 1) ||
	    (connect(stream[0].fd, (struct sockaddr *)&to, sizeof(to)) &&
	     errno != EINPROGRESS)) {
		why_errno(why, "TCP sockets");
	} else {
		do {
			clock_sleep_ms(1);
			stream[1].fd = accept4(server, NULL, NULL,
					       SOCK_NONBLOCK | SOCK_CLOEXEC);
		} while (stream[1].fd < 0 && clock_ms() < limit);
		if (stream[1].fd < 0)
			why_errno(why, "no connection in %d s",
				  LIMIT_MS / 1000);
	}
	if (server >= 0)
		close(server);
	return stream[1].fd < 0 ? -1 : 0;
}

enum step_result step_tcp(struct guest *guest, int bytes, struct why *why)
{
	struct stream stream[2] = {{.fd = -1}, {.fd = -1}};
	int ret = 0;

	for (unsigned int d = 0; d < 2; d++)
		if (nic_set_address(&guest->nic[d], ADDRESS(d), why))
			return STEP_FAIL;
	if (connect_both(guest, stream, why) || run(stream, bytes, why))
		ret = -1;
	for (unsigned int d = 0; d < 2; d++)
		if (stream[d].fd >= 0)
			close(stream[d].fd);
	return ret ? STEP_FAIL : STEP_OK;
}
