/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * marker.h - static markers: one line of instrumentation that costs a nop until somebody listens
 *
 * Overview
 *
 *	#include <marker/marker.h>
 *
 *	MARK(net_rx, "len %d skb %p", len, skb);
 *
 * The line names a marker, net_rx, and gives it a format.  While no probe is connected the
 * processor executes one instruction for it and the arguments are not evaluated.  A probe is a
 * function; it is connected by name at any moment, from the program itself, from a library that
 * is loaded later, or from the environment before main():
 *
 *	static void on_rx(void *private, const struct marker_info *m, va_list *args)
 *	{
 *		int len = va_arg(*args, int);
 *		...
 *	}
 *
 *	marker_probe_register("net_rx", "len %d skb %p", on_rx, NULL);
 *	...
 *	marker_probe_unregister("net_rx", on_rx, NULL);
 *	marker_synchronize();
 *
 *	$ MARKER_ENABLE='net_*:print' ./program
 *
 * How it works
 *
 * A line leaves three things behind: the site (the instruction), a cold block out of the way that
 * evaluates the arguments and calls the library, and one row in a read-only table of the object
 * (site.h).  On x86-64 and arm64 that call keeps every register, so that it costs nothing around it
 * while the marker is off (arch/x86_slow.h).  The object's constructor hands that table to the
 * library.  To connect a probe the library publishes an immutable array of {function, private}
 * through the slot of the cold block, and then rewrites one byte of each site of the marker
 * (patch.c).  Readers run under RCU, so connecting and disconnecting never waits for them and never
 * hurts them (probe.c).
 *
 * Kinds of site
 *
 *	MARK		the best kind of the target: jump where there is one, else generic
 *	MARK_JUMP	an instruction that becomes a jump: a9 <-> e9 on x86-64, nop <-> b on arm64
 *			(x86-64 with MARKER_JUMP_FORM=NOP8: an eight-byte nop)
 *	MARK_IMMEDIATE	an immediate value that is tested: the 2006 form, or clc <-> stc and a jc,
 *			whichever MARKER_IMMEDIATE_FORM says (MOV or CLC; default CLC)
 *	MARK_GENERIC	a byte that is loaded and tested; needs no text patching
 *	MARK_NOARGS	a marker without arguments (its format is the empty one)
 *	mark_enabled	true while any probe is connected to any marker of that name
 *
 * A target without a kind gets the generic one in its place.  trace_mark, _trace_mark and
 * MARK_OPTIMIZED are the spellings of the Linux Kernel Markers of 2006 to 2009.
 *
 * With -DMARKER_DISABLE all of them are the format check alone: the vanilla build.
 *
 * Notes
 *
 *  - The name is one identifier.  The format is a string literal that printf would take; a word
 *    before a conversion names the field.  The compiler checks the arguments against it.
 *  - At most 12 arguments.  Types are those of printf; a wide string or %n is refused when a probe
 *    that wants typed fields is connected.
 *  - Two markers of one name on one line of one source line must have one format; the library
 *    leaves the second one off and says so.
 *  - Probes must not throw, must not leave by longjmp, and must not fork.
 *  - -DMARKER_PLAIN has ordinary calls in the slow paths of a file, -DMARKER_NO_CFI no call frame
 *    directives: Documentation/lifecycle.rst says who wants them.
 *  - This header includes no other but the target's site.
 */
#ifndef MARKER_MARKER_H
#define MARKER_MARKER_H

#include <marker/arch.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MARKER_EXPORT __attribute__((visibility("default")))

/** enum marker_type - what a conversion of a format takes from the argument list */
enum marker_type {
	MARKER_INT, /* int and what is promoted to it */
	MARKER_UINT,
	MARKER_LONG, /* 64 bits: long, long long, size_t, ptrdiff_t, intmax_t */
	MARKER_ULONG,
	MARKER_POINTER,
	MARKER_STRING,
	MARKER_DOUBLE,
	MARKER_LONG_DOUBLE,
};

/**
 * struct marker_field - one argument of a marker, as its format describes it
 * @name:	the word before the conversion, not terminated; NULL if there is none
 * @name_len:	its length in bytes
 * @type:	what to take with va_arg()
 * @conversion:	offset of the '%' in the format
 * @precision:	the literal precision of a %.Ns, -1 if there is none
 */
struct marker_field {
	const char *name;
	unsigned short name_len;
	unsigned short conversion;
	enum marker_type type;
	int precision;
};

/**
 * struct marker_info - the marker that a probe is called for
 * @name:	its name
 * @format:	its format, "" for MARK_NOARGS
 * @fields:	its arguments in order; NULL if the format is not one of printf's
 * @nfields:	how many
 *
 * Valid while the probe runs, and unchanging.
 */
struct marker_info {
	const char *name;
	const char *format;
	const struct marker_field *fields;
	unsigned int nfields;
};

/**
 * typedef marker_probe_fn - a probe that takes its arguments from a list
 * @private:	what was given at registration
 * @marker:	the marker that was hit
 * @args:	its arguments, in a list of the probe's own: consuming it starves no other probe
 *
 * Context: the context of the marked line, inside a read-side section: a signal handler, any
 * thread, any lock held.  May not sleep in the kernel.
 */
typedef void marker_probe_fn(void *private_data, const struct marker_info *marker,
			     __builtin_va_list *args);

/**
 * struct marker_result - what a registration did
 * @matched:	sites that are connected and on
 * @mismatched:	sites of that name whose format is another one; they stay off for this probe
 * @failed:	sites that should be on and could not be switched; @error and @reason say why
 * @pending:	1 if no site of that name exists yet, else 0; later ones are connected as they come
 * @error:	0, or the negative errno of the first failed site
 * @reason:	a sentence for it: address, bytes found and expected
 */
struct marker_result {
	unsigned int matched;
	unsigned int mismatched;
	unsigned int failed;
	unsigned int pending;
	int error;
	char reason[160];
};

/**
 * marker_probe_register() - connect a probe to all markers of a name
 * @name:	a name, or a glob ('*', '?', '[a-z]') for all names it matches
 * @format:	equal to the marker's, whole; NULL takes any
 * @probe:	the function
 * @private_data:	given to it
 *
 * Sites that exist are switched on before this returns, sites that arrive later (dlopen, module
 * load) before their constructors run.  Probes of a marker are called in the order of registration.
 *
 * Context: may sleep; takes the registry's lock.  Not from a probe, not from a signal handler.
 * Return: the number of sites that are on because of it (0 if none exists yet), or
 *	-EINVAL		sites exist, and all have another format; or an argument is NULL or too long
 *	-EEXIST		the pair of @probe and @private_data is connected to @name already
 *	-EBUSY, -EACCES	no site could be switched: foreign bytes there, or text cannot be written
 *	-EDEADLK	called from a probe
 *	-ENOMEM
 * On an error nothing is connected.
 */
MARKER_EXPORT int marker_probe_register(const char *name, const char *format,
					marker_probe_fn *probe, void *private_data);

/**
 * struct marker_attached - what is called for one marker; as struct marker_probe has it unless changed
 * @quick:	NULL, or what may be called in the place of @func, with the marker's arguments as words; 0 says
 *		that it has done nothing, and @func is called.  For a marker without doubles only.  It
 *		calls nothing, is compiled as @general asks, and keeps all registers but %rax
 *		(no_caller_saved_registers).  It is called on x86-64, if the probe is general and the only
 *		one; who has a @quick must have a @func that does the same.
 */
struct marker_attached {
	marker_probe_fn *func;
	void *private_data;
	unsigned int general;
	int (*quick)(void *private_data, const unsigned long *words);
};

/** struct marker_probe - everything that can be said of a connection; zero is the default */
struct marker_probe {
	const char *name;
	const char *format;
	marker_probe_fn *func;
	void *private_data;
	int priority;	     /* higher first; equal ones in the order of registration */
	unsigned int direct; /* set by marker_probe_register_direct() alone */
	/*
	 * It and all that it calls use general registers only, as what -mgeneral-regs-only compiles does:
	 * a hit on x86-64 and arm64 keeps no others then, and is faster.  Nobody checks it.
	 */
	unsigned int general;
	/*
	 * Told of each marker before a site of it is on for this connection, and may say what is to be
	 * called for that marker and with what: so a probe looks nothing up when it is hit.  @marker
	 * is valid during the call alone.  It may be told of a marker again, when that was unloaded
	 * and came back, and of one that is not connected in the end, as another one failed.  Not
	 * for direct probes.
	 *
	 * Context: may sleep; the registry's lock is held, so nothing of this header may be called.
	 * Return: 0 or -ENOMEM, which is the registration's then.
	 */
	int (*attach)(void *private_data, const struct marker_info *marker,
		      struct marker_attached *attached);
};

/**
 * marker_probe_connect() - marker_probe_register() with a priority and an account
 * @probe:	the connection; copied
 * @result:	filled in, also on an error; may be NULL
 *
 * Context and return: as marker_probe_register().  A registration of which some sites failed and
 * some did not stands: @result->failed and @result->reason tell of the others, and a later
 * marker_refresh() tries them again.
 */
MARKER_EXPORT int marker_probe_connect(const struct marker_probe *probe,
				       struct marker_result *result);

/**
 * marker_probe_unregister() - disconnect a probe
 * @name:	the name or glob it was connected with
 * @probe:	the function
 * @private_data:	what it was connected with
 *
 * Never allocates.  Returns at once: the probe may still be running on another thread until
 * marker_synchronize() returns.
 *
 * Context: may sleep.  Not from a probe.
 * Return: 0, -ENOENT if there is no such connection (nothing is changed then), -EDEADLK.
 */
MARKER_EXPORT int marker_probe_unregister(const char *name, marker_probe_fn *probe,
					  void *private_data);

/**
 * marker_probe_unregister_all() - disconnect a probe from every name it was connected with
 * @probe:	the function
 * @private_data:	what it was connected with
 *
 * One patch batch for all of them.
 *
 * Return: how many connections there were, -ENOENT if none, -EDEADLK.
 */
MARKER_EXPORT int marker_probe_unregister_all(marker_probe_fn *probe, void *private_data);

/**
 * marker_synchronize() - wait until no probe that was unregistered runs any more
 *
 * After it the private data may be freed and the object with the probe unloaded.
 *
 * Context: sleeps for a grace period.  Not from a probe.
 * Return: 0, -EDEADLK from a probe, or -EPERM where the program denied itself membarrier(2) after it
 * had started: then nothing is known, and nothing may be freed.
 */
MARKER_EXPORT int marker_synchronize(void);

/**
 * marker_refresh() - bring every site to the state its connections ask for
 * @result:	the account over all sites; may be NULL
 *
 * Mends what others did to the text: a uprobe that was put on a site that was on, and removed,
 * leaves it off.
 *
 * Return: the number of sites that were rewritten, or the first error.
 */
MARKER_EXPORT int marker_refresh(struct marker_result *result);

/** enum marker_kind - how a site is switched; the numbers are those of the table (site.h) */
enum marker_kind {
	MARKER_KIND_GENERIC = 0,
	MARKER_KIND_IMMEDIATE = 1,
	MARKER_KIND_IMMEDIATE_CLC = 2,
	MARKER_KIND_JUMP = 3,
	MARKER_KIND_JUMP_NOP8 = 4,
	MARKER_KIND_STATIC_KEY = 5,
	MARKER_NR_KINDS = 8,
};

struct marker;

/** struct marker_status - one marker: a name and a format, with all its sites */
struct marker_status {
	const struct marker *marker; /* for who knows the library inside */
	struct marker_info info;
	unsigned int sites[MARKER_NR_KINDS]; /* how many of each kind */
	unsigned int on;		     /* how many are on, read from the bytes */
	unsigned int probes;
	unsigned long missed; /* hits not delivered: nested too deeply */
};

/**
 * marker_for_each() - walk all markers that exist now
 * @visit:	called for each in the order of names; a value other than 0 ends the walk
 * @data:	given to it
 *
 * Context: holds the registry's lock: @visit must not register.
 * Return: 0, the value of @visit, or -EDEADLK from a probe.
 */
MARKER_EXPORT int marker_for_each(int (*visit)(const struct marker_status *status, void *data),
				  void *data);

/** marker_patch_mode() - a sentence on how this process writes text and synchronises its cores */
MARKER_EXPORT const char *marker_patch_mode(void);

/**
 * marker_kind_name() - "generic", "immediate", "immediate-clc", "jump", ...
 * @kind:	as in the table; NULL for one that there is not
 */
MARKER_EXPORT const char *marker_kind_name(unsigned int kind);

/*
 * For programs that call clone(2) themselves and go on without exec: call these as pthread_atfork()
 * would.  fork() needs nothing.
 */
MARKER_EXPORT void marker_before_fork(void);
MARKER_EXPORT void marker_after_fork_parent(void);
MARKER_EXPORT void marker_after_fork_child(void);

/* ---- below this line: what the macros are made of ------------------------------------------- */

struct marker_slot;
struct marker_object;

/* What a slow path that is compiled with the site calls, with the marker's arguments behind data. */
struct marker_entry {
	void *of_the_library;
	void (*func)(void *data, ...);
	void *data;
};

/*
 * The slow path of a site: one replaceable piece, MARKER_SLOW_PATH.  Where the target brings none, or
 * an argument is longer than a word, it is a plain call of a variadic function that callers take for cold, so that gcc moves the block out of their way; the
 * library itself compiles it for speed.  Without a PLT a first hit in a signal handler resolves
 * nothing.
 */
#ifdef MARKER_LIBRARY
#define MARKER_COLD
#elif defined(__clang__)
#define MARKER_COLD __attribute__((cold))
#else
#define MARKER_COLD __attribute__((cold, noplt))
#endif
MARKER_EXPORT void marker_call(struct marker_slot *slot, ...) MARKER_NOTHROW MARKER_COLD;

/* Called by the constructor and the destructor of each object that has sites (arch headers). */
MARKER_EXPORT int marker_object_register(const struct marker_object *object);
MARKER_EXPORT void marker_object_unregister(const struct marker_object *object);

#ifdef __cplusplus
}
#endif

/* The only function with the format attribute, so that each mistake is told once. */
static inline void marker_check_format(const char *format, ...)
	__attribute__((format(printf, 1, 2), unused));
static inline void marker_check_format(const char *format, ...)
{
	(void)format;
}

/* Macros that are a picture of what they make are laid out by hand. */
/* clang-format off */

#define MARKER_STR_(x) #x
#define MARKER_STR(x)  MARKER_STR_(x)

/* What keys the slot of a line inside its object: the name and the line (site.h says why). */
#define MARKER_KEY(name) name "_" MARKER_STR(__LINE__)

/* The format is the first of a list that may end there; no comma is ever swallowed. */
#define MARKER_FORMAT(...)		MARKER_FORMAT_(__VA_ARGS__, 0)
#define MARKER_FORMAT_(format, ...)	format
#define MARKER_NARGS(...)		MARKER_NARGS_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define MARKER_NARGS_(f, a, b, c, d, e, g, h, i, j, k, l, m, n, ...) n
#define MARKER_PASTE_(a, b)		a##b
#define MARKER_PASTE(a, b)		MARKER_PASTE_(a, b)

/* ", a, b" for the arguments after the format. */
#define MARKER_ARGS(...) MARKER_PASTE(MARKER_ARGS_, MARKER_NARGS(__VA_ARGS__))(__VA_ARGS__)
#define MARKER_ARGS_0(f)
#define MARKER_ARGS_1(f, a)			     , a
#define MARKER_ARGS_2(f, a, b)			     , a, b
#define MARKER_ARGS_3(f, a, b, c)		     , a, b, c
#define MARKER_ARGS_4(f, a, b, c, d)		     , a, b, c, d
#define MARKER_ARGS_5(f, a, b, c, d, e)		     , a, b, c, d, e
#define MARKER_ARGS_6(f, a, b, c, d, e, g)	     , a, b, c, d, e, g
#define MARKER_ARGS_7(f, a, b, c, d, e, g, h)	     , a, b, c, d, e, g, h
#define MARKER_ARGS_8(f, a, b, c, d, e, g, h, i)     , a, b, c, d, e, g, h, i
#define MARKER_ARGS_9(f, a, b, c, d, e, g, h, i, j)  , a, b, c, d, e, g, h, i, j
#define MARKER_ARGS_10(f, a, b, c, d, e, g, h, i, j, k)	      , a, b, c, d, e, g, h, i, j, k
#define MARKER_ARGS_11(f, a, b, c, d, e, g, h, i, j, k, l)    , a, b, c, d, e, g, h, i, j, k, l
#define MARKER_ARGS_12(f, a, b, c, d, e, g, h, i, j, k, l, m) , a, b, c, d, e, g, h, i, j, k, l, m

#ifndef MARKER_SLOW_PATH
#define MARKER_SLOW_PATH(id, key, ...) marker_call(MARKER_SLOT(id, key) MARKER_ARGS(__VA_ARGS__))
#endif

/*
 * A site, once its kind has said how control gets to the cold block.  "id" is an identifier of the
 * line, for C objects; "key" the same as text, for the assembler.  "i" operands of string literals
 * work in every mode of every compiler; addresses of C objects do not (C++, -fPIC).
 */
#define MARKER_SITE_TEST(test, id, key, strings, ...)						\
	__extension__({										\
		MARKER_HERE(id)									\
		if (__builtin_expect(test(id, key, strings), 0))				\
			MARKER_SLOW_PATH(id, key, __VA_ARGS__);					\
	})

#define MARKER_SITE_GENERIC(...)   MARKER_SITE_TEST(MARKER_TEST_GENERIC, __VA_ARGS__)
#define MARKER_SITE_IMMEDIATE(...) MARKER_SITE_TEST(MARKER_TEST_IMMEDIATE, __VA_ARGS__)

#ifndef MARKER_TEST_GENERIC
#define MARKER_TEST_GENERIC(id, key, strings)							\
	__extension__({										\
		MARKER_STRINGS_OBJECT(id, key, strings)						\
		extern unsigned char MARKER_LINE_ID(flag, id)					\
			__asm__("__marker_flag_" key) __attribute__((visibility("hidden")));	\
		__asm__ __volatile__ __inline__(MARKER_ASM_GENERIC(key)				\
						: : [text] MARKER_STRING_OPERAND(strings));	\
		__atomic_load_n(&MARKER_LINE_ID(flag, id), __ATOMIC_RELAXED);			\
	})
#endif
#ifndef MARKER_HERE
#define MARKER_HERE(id)
#endif
#define MARKER_LINE_ID(what, id) MARKER_PASTE(MARKER_PASTE_(marker_##what##_, id), __LINE__)

/*
 * The asm goto of a jump site.  Clang counts the target of each asm goto of a function as one of
 * all of them, and refuses a jump over a constructor that no site makes (mended in clang 17); in
 * C++ a lambda gives each site a function of its own, which is inlined again.
 */
#if defined(MARKER_TEST_JUMP)
/* The target has its own. */
#elif !defined(MARKER_ASM_JUMP)
#define MARKER_SITE_JUMP MARKER_SITE_GENERIC
#define MARKER_TEST_JUMP MARKER_TEST_GENERIC
#else
#ifndef MARKER_JUMP_CLOBBERS
#define MARKER_JUMP_CLOBBERS "cc"
#endif
#define MARKER_JUMP(key, strings)								\
	__asm__ __volatile__ __inline__ goto(MARKER_ASM_JUMP(key)				\
					     : : [text] MARKER_STRING_OPERAND(strings)		\
					     : MARKER_JUMP_CLOBBERS : marker_on)
#if defined(__clang__) && defined(__cplusplus)
#define MARKER_SITE_JUMP(...) MARKER_SITE_TEST(MARKER_TEST_JUMP, __VA_ARGS__)
#define MARKER_TEST_JUMP(id, key, strings)							\
	[]() __attribute__((always_inline)) -> int {						\
		MARKER_JUMP(key, strings);							\
		return 0;									\
marker_on:											\
		return 1;									\
	}()
#else
#define MARKER_SITE_JUMP(id, key, strings, ...)							\
	__extension__({										\
		__label__ marker_on;								\
		MARKER_JUMP(key, strings);							\
		if (0) {									\
marker_on:											\
			MARKER_SLOW_PATH(id, key, __VA_ARGS__);					\
		}										\
	})
#define MARKER_TEST_JUMP(id, key, strings)							\
	__extension__({										\
		__label__ marker_on;								\
		int marker_is_on = 0;								\
		MARKER_JUMP(key, strings);							\
		if (0) {									\
marker_on:		marker_is_on = 1;							\
		}										\
		marker_is_on;									\
	})
#endif
#endif

/* What a query site has in the place of a format (site.h). */
#define MARKER_QUERY "\1"

#ifdef MARKER_DISABLE
#define MARKER_LINE(site, id, name, ...)	__extension__({ if (0) marker_check_format(__VA_ARGS__); })
#define MARKER_LINE_NOARGS(site, id, name)	((void)0)
#define MARKER_LINE_QUERY(test, id, name)	0
#else
#define MARKER_LINE(site, id, name, ...)							\
	__extension__({										\
		if (0)										\
			marker_check_format(__VA_ARGS__);					\
		site(id, MARKER_KEY(name), name "\0" MARKER_FORMAT(__VA_ARGS__), __VA_ARGS__);	\
	})
#define MARKER_LINE_NOARGS(site, id, name) site(id, MARKER_KEY(name), name "\0", "")
#define MARKER_LINE_QUERY(test, id, name)							\
	__extension__({										\
		MARKER_HERE(id)									\
		test(id, MARKER_KEY(name) "_q", name "\0" MARKER_QUERY);			\
	})
#endif

#define MARK(name, ...)		  MARKER_LINE(MARKER_SITE_BEST, name##_, #name, __VA_ARGS__)
#define MARK_JUMP(name, ...)	  MARKER_LINE(MARKER_SITE_JUMP, name##_, #name, __VA_ARGS__)
#define MARK_IMMEDIATE(name, ...) MARKER_LINE(MARKER_SITE_IMMEDIATE, name##_, #name, __VA_ARGS__)
#define MARK_GENERIC(name, ...)	  MARKER_LINE(MARKER_SITE_GENERIC, name##_, #name, __VA_ARGS__)
#define MARK_NOARGS(name)	  MARKER_LINE_NOARGS(MARKER_SITE_BEST, name##_, #name)
#define mark_enabled(name)	  MARKER_LINE_QUERY(MARKER_TEST_JUMP, name##_q_, #name)

#define trace_mark	MARK
#define _trace_mark	MARK_GENERIC
#define MARK_OPTIMIZED	MARK_IMMEDIATE

/*
 * marker_probe_register_direct() - connect a function that has the marker's own argument types
 * @name, @format, @private_data:	as marker_probe_register(); the format may not be NULL
 * @function:	void function(void *private_data, T1, ...)
 * ...:		T1, ...: at most 5 types, integers and pointers; with doubles up to 5 and 8
 *
 * The compiler checks the function against the types and the types against the format; the library
 * checks the format against the marker's.  The arguments travel in registers.
 *
 * Return: as marker_probe_register(); -EINVAL too if the format's arguments do not all fit into
 * registers, and always in a kernel with control flow integrity (CONFIG_CFI_CLANG).
 */
#define marker_probe_register_direct(name, format, function, private_data, ...)			\
	MARKER_REGISTER_DIRECT(0, name, format, function, private_data, ##__VA_ARGS__)
/* The same of a function that uses general registers only (struct marker_probe says what that means). */
#define marker_probe_register_direct_general(name, format, function, private_data, ...)		\
	MARKER_REGISTER_DIRECT(1, name, format, function, private_data, ##__VA_ARGS__)

#define MARKER_REGISTER_DIRECT(general, name, format, function, private_data, ...)		\
	__extension__({										\
		void (*marker_typed)(void * MARKER_TYPES(format, ##__VA_ARGS__)) = (function);	\
		(void)sizeof(char[1 - 2 * (0 MARKER_FLOATS(format, ##__VA_ARGS__))]);		\
		if (0)										\
			marker_check_format(format " " MARKER_ZEROS(format, ##__VA_ARGS__));	\
		marker_register_direct(name, format, (void (*)(void))marker_typed, private_data, \
				       general);						\
	})
#define MARKER_TYPES(...)	MARKER_ARGS(__VA_ARGS__)
/* No float travels through "...": it arrives as a double. */
#ifdef __cplusplus
#define MARKER_IS_FLOAT(type)	__is_same(type, float)
#else
#define MARKER_IS_FLOAT(type)	__builtin_types_compatible_p(type, float)
#endif
#define MARKER_FLOATS(...)	MARKER_PASTE(MARKER_FLOATS_, MARKER_NARGS(__VA_ARGS__))(__VA_ARGS__)
#define MARKER_FLOATS_0(f)
#define MARKER_FLOATS_1(f, a, ...) || MARKER_IS_FLOAT(a)
#define MARKER_FLOATS_2(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_1(f, __VA_ARGS__)
#define MARKER_FLOATS_3(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_2(f, __VA_ARGS__)
#define MARKER_FLOATS_4(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_3(f, __VA_ARGS__)
#define MARKER_FLOATS_5(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_4(f, __VA_ARGS__)
#define MARKER_FLOATS_6(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_5(f, __VA_ARGS__)
#define MARKER_FLOATS_7(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_6(f, __VA_ARGS__)
#define MARKER_FLOATS_8(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_7(f, __VA_ARGS__)
#define MARKER_FLOATS_9(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_8(f, __VA_ARGS__)
#define MARKER_FLOATS_10(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_9(f, __VA_ARGS__)
#define MARKER_FLOATS_11(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_10(f, __VA_ARGS__)
#define MARKER_FLOATS_12(f, a, ...) || MARKER_IS_FLOAT(a) MARKER_FLOATS_11(f, __VA_ARGS__)
#define MARKER_ZEROS(...)	MARKER_PASTE(MARKER_ZEROS_, MARKER_NARGS(__VA_ARGS__))(__VA_ARGS__)
#define MARKER_ZEROS_0(f)
#define MARKER_ZEROS_1(f, a)		     , (a)0
#define MARKER_ZEROS_2(f, a, b)		     , (a)0, (b)0
#define MARKER_ZEROS_3(f, a, b, c)	     , (a)0, (b)0, (c)0
#define MARKER_ZEROS_4(f, a, b, c, d)	     , (a)0, (b)0, (c)0, (d)0
#define MARKER_ZEROS_5(f, a, b, c, d, e)     , (a)0, (b)0, (c)0, (d)0, (e)0
#define MARKER_ZEROS_6(f, a, ...)	     , (a)0 MARKER_ZEROS_5(f, __VA_ARGS__)
#define MARKER_ZEROS_7(f, a, ...)	     , (a)0 MARKER_ZEROS_6(f, __VA_ARGS__)
#define MARKER_ZEROS_8(f, a, ...)	     , (a)0 MARKER_ZEROS_7(f, __VA_ARGS__)
#define MARKER_ZEROS_9(f, a, ...)	     , (a)0 MARKER_ZEROS_8(f, __VA_ARGS__)
#define MARKER_ZEROS_10(f, a, ...)	     , (a)0 MARKER_ZEROS_9(f, __VA_ARGS__)
#define MARKER_ZEROS_11(f, a, ...)	     , (a)0 MARKER_ZEROS_10(f, __VA_ARGS__)
#define MARKER_ZEROS_12(f, a, ...)	     , (a)0 MARKER_ZEROS_11(f, __VA_ARGS__)

/*
 * An object that only brings probes is registered too, so that unloading it disconnects them.
 */
#if defined(MARKER_ASM_ANCHOR) && !defined(MARKER_LIBRARY)
#define marker_probe_register(...) \
	__extension__({ __asm__ __volatile__(MARKER_ASM_ANCHOR : : ); (marker_probe_register)(__VA_ARGS__); })
#define marker_probe_connect(...) \
	__extension__({ __asm__ __volatile__(MARKER_ASM_ANCHOR : : ); (marker_probe_connect)(__VA_ARGS__); })
#endif

/* clang-format on */

static inline __attribute__((unused)) int
marker_register_direct(const char *name, const char *format, void (*function)(void),
		       void *private_data, unsigned int general)
{
	struct marker_probe probe;

	__builtin_memset(&probe, 0, sizeof(probe));
	probe.name = name;
	probe.format = format;
	probe.func = (marker_probe_fn *)function;
	probe.private_data = private_data;
	probe.direct = 1;
	probe.general = general;
	return marker_probe_connect(&probe, (struct marker_result *)0);
}

#endif
