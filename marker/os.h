/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * os.h - everything the core needs from the world below it, as a list
 *
 *	name				meaning						context
 *	u8 u32 s32 u64 bool		the kernel's types				any
 *	READ_ONCE WRITE_ONCE		an access the compiler does exactly once	any
 *	likely unlikely			what the compiler may expect			any
 *	static_assert			checked when compiled				-
 *	os_alloc(size)			zeroed memory or NULL				sleeps
 *	os_free(ptr)			NULL is fine					sleeps
 *	os_sort(base, n, size, cmp)	sorts						sleeps
 *	os_lock os_unlock		the one lock of the core			sleeps
 *	os_probe_enter()		begins an RCU read side; how many probes this	any, NMI-safe
 *					context was inside already
 *	os_probe_exit(depth)		ends it; takes what os_probe_enter() gave	any, NMI-safe
 *	os_probe_enter_is_general()	would it use general registers only, here and	any
 *					now? (os_probe_exit() always does) User space
 *	os_in_probe()			is this context inside a probe?			any, NMI-safe
 *	os_dereference os_publish	RCU load; RCU store with release		any
 *	os_synchronize()		waits for all readers that run now; 0 or -errno	sleeps
 *	os_context()			a number that contexts which run at once do not	any, NMI-safe
 *					share: of the thread, of the CPU
 *	os_count(&word)			adds one to an unsigned long			any, NMI-safe
 *	OS_DIRECT_WORDS _DOUBLES	how many arguments travel in registers;		-
 *					-1: no direct calls
 *	os_call_direct(f, data, n, d, a) calls f with n arguments of list a, those in	any
 *					bit mask d being doubles, in registers
 *	os_text_begin(first, last, n)	makes [first, last] of one object's text	sleeps, lock held
 *					writable for n writes
 *	os_text_write(addr, v, len)	one store of 1, 2 or 4 bytes			as begun
 *	os_text_flip(site, end, on)	of the sites from site to end, in an array: switches	as begun
 *					those it can by bare stores; the first it left
 *	os_text_end()			undoes os_text_begin(); 0, or -errno if some of	as begun
 *					the writes were not done: the bytes tell which
 *	os_text_sync()			every core sees what was written		sleeps
 *	os_text_mode()			a sentence on the last two			any
 *	struct os_object		what a program, a library or a module occupies	-
 *	os_object_find(ptr, &object)	the one that holds ptr				sleeps
 *	os_object_holds(&object, addr)	is an address in it?				any
 *	os_text_exists(&object, addr)	is its text there, or was it a module's __init?	lock held
 *	OS_KEYS				are there static keys?				-
 *	os_key_set(key, on)		switches all branches of a static key		sleeps
 *	os_key_enabled(key)		its state					any
 *	OS_NO_PROBES			what a slot holds that no marker has claimed	-
 *
 * The kernel's names are used for what means the same in both worlds; os_ is a need of our own.
 * This is the only file of the tree that knows which world it is compiled in.  Tests bring a third
 * world, a failing one, under this include guard.
 */
#ifndef MARKER_OS_H
#define MARKER_OS_H

#ifdef __KERNEL__
#include "os_kernel.h"
#else
#include "os_user.h"
#endif

#endif
