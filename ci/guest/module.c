// SPDX-License-Identifier: GPL-2.0
#include "module.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "file.h"

void module_name(const char *file, char name[MODULE_NAME_MAX])
{
	size_t len = strcspn(file, ".");

	if (len >= MODULE_NAME_MAX)
		len = MODULE_NAME_MAX - 1;
	for (size_t i = 0; i < len; i++)
		name[i] = file[i] == '-' ? '_' : file[i];
	name[len] = '\0';
}

int module_load(const char *file, const char *params, struct why *why)
{
	char path[128];
	int ret = 0;
	int fd;

	snprintf(path, sizeof(path), "/modules/%s", file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return why_errno(why, "%s", path);
	if (syscall(SYS_finit_module, fd, params, 0))
		ret = why_errno(why, "insmod %s", file);
	close(fd);
	if (!ret && !module_is_live(file))
		ret = why_set(why,
			      "insmod %s succeeded, but /proc/modules "
			      "does not show it as live",
			      file);
	return ret;
}

int module_unload(const char *file, struct why *why)
{
	char name[MODULE_NAME_MAX];

	module_name(file, name);
	if (syscall(SYS_delete_module, name, O_NONBLOCK))
		return why_errno(why, "rmmod %s", name);
	if (module_is_live(file))
		return why_set(why,
			       "rmmod %s succeeded, but /proc/modules "
			       "still shows it",
			       name);
	return 0;
}

bool module_is_live(const char *file)
{
	char name[MODULE_NAME_MAX];
	char text[8192];
	char *rest = text;
	char *line;
	struct why why;
	size_t len;

	module_name(file, name);
	len = strlen(name);
	if (file_read("/proc/modules", text, sizeof(text), &why) < 0)
		return false;
	while ((line = strsep(&rest, "\n")))
		if (!strncmp(line, name, len) && line[len] == ' ' &&
		    strstr(line, " Live "))
			return true;
	return false;
}
