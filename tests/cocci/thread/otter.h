/* SPDX-License-Identifier: GPL-2.0 */
#ifndef OTTER_H
#define OTTER_H

struct otter_ring;

int otter_put_buffer(struct otter_ring *ring, struct otter_buffer *buffer);
void otter_reset(struct otter_ring *ring);

#endif
