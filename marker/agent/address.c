// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * address.c - names of sockets, and the folders that they are trusted in
 */
#include "address.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

u64 marker_address_namespace(const char *link)
{
	static const char before[] = "pid:[";
	char text[64];
	ssize_t len = readlink(link, text, sizeof(text) - 1);

	if (len < 0)
		return 0;
	text[len] = '\0';
	return strncmp(text, before, strlen(before)) ? 0 :
						       strtoull(text + strlen(before), NULL, 10);
}

void marker_address_name(char *name, pid_t pid, u64 namespace)
{
	snprintf(name, MARKER_ADDRESS_NAME_MAX, "%d-%llu", (int)pid, (unsigned long long)namespace);
}

int marker_address_parse(const char *name, pid_t *pid, u64 *namespace)
{
	unsigned long long inode;
	char again[MARKER_ADDRESS_NAME_MAX];
	int number;

	if (sscanf(name, "%d-%llu", &number, &inode) != 2 || number <= 0)
		return -EINVAL;
	marker_address_name(again, number, inode);
	if (strcmp(again, name) != 0)
		return -EINVAL;
	*pid = number;
	*namespace = inode;
	return 0;
}

static int check_dir(int fd, uid_t owner)
{
	struct stat stat;

	if (fstat(fd, &stat))
		return -errno;
	if (!S_ISDIR(stat.st_mode))
		return -ENOTDIR;
	return stat.st_uid == owner && !(stat.st_mode & 077) ? 0 : -EPERM;
}

int marker_address_open_dir(const char *path, uid_t owner, bool make)
{
	int fd, ret;

	if (make && mkdir(path, 0700) && errno != EEXIST)
		return -errno;
	fd = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = check_dir(fd, owner);
	if (ret) {
		close(fd);
		return ret;
	}
	return fd;
}

int marker_address_fill(struct sockaddr_un *address, int dir, const char *name)
{
	int len;

	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	len = snprintf(address->sun_path, sizeof(address->sun_path), "/proc/self/fd/%d/%s", dir,
		       name);
	return len < (int)sizeof(address->sun_path) ? 0 : -ENAMETOOLONG;
}
