// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_load.c - loads the program of matrix.h as a shared object, runs it, unloads it; twice
 */
#include <dlfcn.h>
#include <stdio.h>

static int run(const char *file)
{
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	int (*matrix_main)(void), ret;

	if (!handle) {
		printf("FAULT %s\n", dlerror());
		return 1;
	}
	matrix_main = (int (*)(void))dlsym(handle, "matrix_main");
	ret = matrix_main ? matrix_main() : 1;
	if (dlclose(handle))
		ret = 1;
	return ret;
}

int main(int argc, char **argv)
{
	return argc < 2 || run(argv[1]) || run(argv[1]);
}
