// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where sockets are, and which paths are trusted.
 */
#include "core_test.h"
#include "marker/agent/address.h"
#include "marker/fd_user.h"
#include "marker/trusted_path.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static char work[64];

static const char *in_work(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", work, name);
	return path;
}

static int make_work(void **state)
{
	strcpy(work, "/tmp/agent-paths-XXXXXX");
	return mkdtemp(work) ? 0 : -1;
}

/* All that a test may have made. */
static int remove_work(void **state)
{
	unlink(in_work("link"));
	unlink(in_work("dir/file"));
	unlink(in_work("dir/link"));
	rmdir(in_work("dir/sub"));
	rmdir(in_work("dir"));
	return rmdir(work);
}

static void names_and_back(void **state)
{
	static const char *const wrong[] = { "",     "1",    "1-",	     "-1-2", "0-2",
					     "1-2x", "01-2", "1-02",	     ".1-2", "x-1",
					     "1--2", " 1-2", "99999999999-1" };
	char name[MARKER_ADDRESS_NAME_MAX];
	u64 namespace = 0;
	unsigned int i;
	pid_t pid = 0;

	marker_address_name(name, 1234, 4026531836);
	assert_string_equal(name, "1234-4026531836");
	assert_int_equal(marker_address_parse(name, &pid, &namespace), 0);
	assert_int_equal(pid, 1234);
	assert_int_equal(namespace, 4026531836);
	marker_address_name(name, INT32_MAX, UINT64_MAX);
	assert_int_equal(marker_address_parse(name, &pid, &namespace), 0);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (marker_address_parse(wrong[i], &pid, &namespace) != -EINVAL)
			fail_msg("'%s' is taken", wrong[i]);
}

static void namespace_of_a_link(void **state)
{
	assert_int_equal(symlink("pid:[17]", in_work("link")), 0);
	assert_int_equal(marker_address_namespace(in_work("link")), 17);
	assert_int_equal(marker_address_namespace(in_work("nothing")), 0);
	unlink(in_work("link"));
	assert_int_equal(symlink("mnt:[17]", in_work("link")), 0);
	assert_int_equal(marker_address_namespace(in_work("link")), 0);
}

static int try_dir(uid_t owner, bool make)
{
	int fd = marker_address_open_dir(in_work("dir"), owner, make);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static void folders_of_sockets(void **state)
{
	struct stat stat;

	assert_int_equal(try_dir(geteuid(), false), -ENOENT);
	assert_int_equal(try_dir(geteuid(), true), 0);
	assert_int_equal(lstat(in_work("dir"), &stat), 0);
	assert_int_equal(stat.st_mode & 07777, 0700);
	assert_int_equal(try_dir(geteuid(), true), 0);
	assert_int_equal(try_dir(geteuid() + 1, false), -EPERM);
	chmod(in_work("dir"), 0710);
	assert_int_equal(try_dir(geteuid(), true), -EPERM);
	chmod(in_work("dir"), 0701);
	assert_int_equal(try_dir(geteuid(), true), -EPERM);
}

static void no_links_and_no_files(void **state)
{
	int fd;

	assert_int_equal(symlink("/tmp", in_work("dir")), 0);
	assert_int_equal(try_dir(geteuid(), true), -ENOTDIR);
	unlink(in_work("dir"));
	fd = open(in_work("dir"), O_CREAT | O_WRONLY, 0600);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(try_dir(geteuid(), true), -ENOTDIR);
	unlink(in_work("dir"));
}

static void addresses(void **state)
{
	struct sockaddr_un address;
	char name[200];

	assert_int_equal(marker_address_fill(&address, 7, "1-2"), 0);
	assert_string_equal(address.sun_path, "/proc/self/fd/7/1-2");
	assert_int_equal(address.sun_family, AF_UNIX);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(marker_address_fill(&address, 7, name), -ENAMETOOLONG);
}

static int trust(const char *name)
{
	int fd = marker_trusted_dir(in_work(name));

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

/* /tmp is everybody's, and has the sticky bit. */
static void trusted_folders(void **state)
{
	assert_int_equal(marker_trusted_dir("relative"), -EINVAL);
	assert_int_equal(trust("dir"), -ENOENT);
	assert_int_equal(mkdir(in_work("dir"), 0755), 0);
	assert_int_equal(mkdir(in_work("dir/sub"), 0755), 0);
	assert_int_equal(trust("dir/sub"), 0);
	assert_int_equal(marker_trusted_dir("/tmp"), -EPERM);
	chmod(in_work("dir"), 0775);
	assert_int_equal(trust("dir/sub"), -EPERM);
	chmod(in_work("dir"), 01777);
	assert_int_equal(trust("dir/sub"), 0);
	assert_int_equal(trust("dir"), -EPERM);
	chmod(in_work("dir"), 0755);
	chmod(in_work("dir/sub"), 0757);
	assert_int_equal(trust("dir/sub"), -EPERM);
}

static void links_are_resolved(void **state)
{
	assert_int_equal(mkdir(in_work("dir"), 0755), 0);
	assert_int_equal(symlink("dir", in_work("link")), 0);
	assert_int_equal(trust("link"), 0);
	chmod(in_work("dir"), 0777);
	assert_int_equal(trust("link"), -EPERM);
}

static int trust_file(int dir)
{
	int fd = marker_trusted_file(dir, "file");

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static void trusted_files(void **state)
{
	int dir, fd;

	assert_int_equal(mkdir(in_work("dir"), 0755), 0);
	dir = marker_trusted_dir(in_work("dir"));
	assert_true(dir >= 0);
	assert_int_equal(trust_file(dir), -ENOENT);
	fd = openat(dir, "file", O_CREAT | O_WRONLY, 0644);
	assert_true(fd >= 0);
	assert_int_equal(trust_file(dir), 0);
	fchmod(fd, 0664);
	assert_int_equal(trust_file(dir), -EPERM);
	fchmod(fd, 0644);
	close(fd);
	assert_int_equal(symlinkat("file", dir, "link"), 0);
	assert_int_equal(marker_trusted_file(dir, "link"), -ELOOP);
	close(dir);
}

/* Only root can give a file away. */
static void somebody_elses(void **state)
{
	if (geteuid() != 0) {
		printf("skip - somebody_elses: root is needed\n");
		skip();
	}
	assert_int_equal(mkdir(in_work("dir"), 0700), 0);
	assert_int_equal(trust("dir"), 0);
	assert_int_equal(chown(in_work("dir"), 65534, 65534), 0);
	assert_int_equal(trust("dir"), -EPERM);
	assert_int_equal(try_dir(0, true), -EPERM);
	assert_int_equal(try_dir(65534, false), 0);
}

static void descriptors_are_looked_at(void **state)
{
	struct marker_fd ours, other;
	int ends[2], spare;

	marker_fd_take(&ours, -1);
	assert_false(marker_fd_is_ours(&ours));
	marker_fd_close(&ours);
	assert_int_equal(pipe(ends), 0);
	marker_fd_take(&ours, ends[0]);
	assert_true(ours.fd >= 200);
	assert_true(marker_fd_is_ours(&ours));
	assert_int_equal(fcntl(ours.fd, F_GETFD), FD_CLOEXEC);
	/* Another file under its number. */
	other = ours;
	spare = open("/dev/null", O_RDONLY);
	assert_int_equal(dup2(spare, ours.fd), ours.fd);
	assert_false(marker_fd_is_ours(&ours));
	marker_fd_close(&ours);
	assert_int_equal(ours.fd, -1);
	assert_true(fcntl(other.fd, F_GETFD) >= 0);
	close(other.fd);
	assert_false(marker_fd_is_ours(&other));
	close(spare);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_back),
		cmocka_unit_test_setup_teardown(namespace_of_a_link, make_work, remove_work),
		cmocka_unit_test_setup_teardown(folders_of_sockets, make_work, remove_work),
		cmocka_unit_test_setup_teardown(no_links_and_no_files, make_work, remove_work),
		cmocka_unit_test(addresses),
		cmocka_unit_test_setup_teardown(trusted_folders, make_work, remove_work),
		cmocka_unit_test_setup_teardown(links_are_resolved, make_work, remove_work),
		cmocka_unit_test_setup_teardown(trusted_files, make_work, remove_work),
		cmocka_unit_test_setup_teardown(somebody_elses, make_work, remove_work),
		cmocka_unit_test(descriptors_are_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
