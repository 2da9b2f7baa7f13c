// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_file_user.c - where counters live in user space
 *
 *	count		shared memory of the process and the children it forks; the process that
 *			opened it at its start (MARKER_ENABLE) prints the table at its exit
 *	count=FILE	a file, made if it is not there; the counts stay in it, whatever becomes of
 *			the processes, and a later run adds to them
 *
 * Locking: open, close and status are called one at a time (marker/named_user.c).
 */
#include "../marker/named_user.h"
#include "count.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A region of this process, and how often it was opened. */
struct home {
	struct home *next;
	struct marker_count_region *region;
	dev_t dev;
	ino_t ino;
	u32 nr_ranks;
	pid_t printer; /* who prints it at exit; 0: nobody */
};

static struct home *homes;

/* Under flock(), so that of two processes one makes the region and the other finds it made. */
static int make_region(int fd)
{
	struct marker_count_region *region;
	int err;

	err = -posix_fallocate(fd, 0, sizeof(*region));
	if (err)
		return err;
	region = mmap(NULL, sizeof(region->header), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (region == MAP_FAILED)
		return -errno;
	marker_count_init(region);
	munmap(region, sizeof(region->header));
	return 0;
}

static int check_region(int fd)
{
	struct marker_count_header header;
	struct stat stat;
	ssize_t len;

	if (fstat(fd, &stat))
		return -errno;
	if (!S_ISREG(stat.st_mode))
		return -EINVAL;
	if (stat.st_size == 0)
		return make_region(fd);
	len = pread(fd, &header, sizeof(header), 0);
	if (len < 0)
		return -errno;
	if (len != sizeof(header))
		return -EINVAL;
	if (!marker_count_check(&header) &&
	    stat.st_size != (off_t)sizeof(struct marker_count_region))
		return -EINVAL;
	return marker_count_check(&header);
}

int marker_count_map(int fd, struct marker_count_region **region)
{
	void *map;
	int err;

	if (flock(fd, LOCK_EX))
		return -errno;
	err = check_region(fd);
	flock(fd, LOCK_UN);
	if (err)
		return err;
	map = mmap(NULL, sizeof(**region), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	*region = map;
	return 0;
}

void marker_count_unmap(struct marker_count_region *region)
{
	munmap(region, sizeof(*region));
}

static struct home *find_home(dev_t dev, ino_t ino)
{
	struct home *home;

	for (home = homes; home; home = home->next)
		if (home->dev == dev && home->ino == ino)
			return home;
	return NULL;
}

static int add_home(struct marker_count_region *region, const struct home *model,
		    struct home **home)
{
	*home = os_alloc(sizeof(**home));
	if (!*home) {
		marker_count_unmap(region);
		return -ENOMEM;
	}
	**home = *model;
	(*home)->region = region;
	(*home)->next = homes;
	homes = *home;
	os_count(&region->header.opens.hits);
	return 0;
}

static int home_in_file(int fd, struct home **home)
{
	struct marker_count_region *region = NULL;
	struct home model = { 0 };
	struct stat stat;
	int err;

	if (fstat(fd, &stat))
		return -errno;
	*home = find_home(stat.st_dev, stat.st_ino);
	if (*home)
		return 0;
	err = marker_count_map(fd, &region);
	if (err)
		return err;
	model.dev = stat.st_dev;
	model.ino = stat.st_ino;
	return add_home(region, &model, home);
}

/* No file has device 0 and inode 0. */
static int home_in_memory(struct home **home)
{
	struct marker_count_region *region;
	const int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
	struct home model = { .printer = marker_named_is_quiet() ? 0 : getpid() };

	*home = find_home(0, 0);
	if (*home)
		return 0;
	/* cppcheck-suppress invalidFunctionArg */
	region = mmap(NULL, sizeof(*region), PROT_READ | PROT_WRITE, flags, -1, 0);
	if (region == MAP_FAILED)
		return -errno;
	marker_count_init(region);
	return add_home(region, &model, home);
}

static int find_or_make_home(const char *path, struct home **home)
{
	int fd, err;

	if (!path)
		return home_in_memory(home);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	if (fd < 0)
		return -errno;
	err = home_in_file(fd, home);
	close(fd);
	return err;
}

static int count_open(const char *path, void **private_data)
{
	struct marker_counter *counter = os_alloc(sizeof(*counter));
	struct home *home = NULL;
	int err;

	if (!counter)
		return -ENOMEM;
	err = find_or_make_home(path, &home);
	if (err || !home) {
		os_free(counter);
		return err ? err : -EIO;
	}
	counter->region = home->region;
	counter->rank = home->nr_ranks++;
	*private_data = counter;
	return 0;
}

static void print_region(const struct marker_count_region *region)
{
	struct marker_count_total *totals;
	int i, nr = marker_count_totals(region, &totals);

	for (i = 0; i < nr; i++)
		fprintf(stderr, "%s%15lu  %s\n", i ? "" : "marker:   hits  marker\n",
			totals[i].hits, totals[i].name);
	if (region->header.lost.hits)
		fprintf(stderr, "%15lu  hits of more markers than there is room for\n",
			region->header.lost.hits);
	os_free(totals);
}

static void drop_home(struct home *home)
{
	struct home **link;

	for (link = &homes; *link; link = &(*link)->next)
		if (*link == home)
			break;
	if (*link)
		*link = home->next;
	if (home->printer == getpid())
		print_region(home->region);
	marker_count_unmap(home->region);
	os_free(home);
}

static void count_close(void *private_data)
{
	struct marker_counter *counter = private_data;
	struct home *home;

	for (home = homes; home; home = home->next)
		if (home->region == counter->region)
			break;
	if (home && --home->nr_ranks == 0)
		drop_home(home);
	os_free(counter);
}

static int count_status(void *private_data, const struct marker_info *marker,
			struct marker_named_status *status)
{
	const struct marker_counter *counter = private_data;

	status->hits = marker_count_hits(counter, marker);
	if (!marker)
		status->dropped = READ_ONCE(counter->region->header.lost.hits);
	return 0;
}

const struct marker_named_probe marker_count_named = {
	.name = "count",
	.func = marker_count_probe,
	.open = count_open,
	.close = count_close,
	.status = count_status,
};
