/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DEVICE_H
#define KS_DEVICE_H

#include "base/context.h"

/* The QEMU device that a driver can be tried on: see ci/devices.conf. */
typedef struct {
	char *qemu;
	char *machine; /* NULL: QEMU's default */
	char *port; /* NULL: none in front of it */
} KsDevice;

/*
 * Look @module up in ci/devices.conf and ask QEMU whether it has the device.
 * On success *device is owned by the caller, or NULL: this driver can only be
 * loaded here.  False when the table is wrong or QEMU does not answer.
 */
bool ks_device_find(const KsContext *context, const char *module,
		    KsDevice **device, GError **error);
void ks_device_free(KsDevice *device);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsDevice, ks_device_free)

#endif
