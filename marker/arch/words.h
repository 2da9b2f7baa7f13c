/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * words.h - arguments as words, for a slow path that is no call to the compiler; and that slow path
 *
 * Such a slow path puts each argument into a register as it is after the promotions of "...": integers and
 * pointers themselves, the bits of a double.  va_arg() of an int looks at 32 bits, so an int needs no
 * extension.  What is longer than a word (long double, __int128) needs a call.
 *
 *	MARKER_WORD(x)		the argument, evaluated once; 0 of what is no word
 *	MARKER_ALL_WORDS(...)	a constant of the compiler: are all arguments of this list words
 *	MARKER_CHOOSE(c, a, b)	the statement a where c is true, else b
 *
 * An argument may be a bit-field, an array, a literal, a pointer to an incomplete type, an expression
 * that declares things: what must not be evaluated twice stands where nothing is evaluated.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

__extension__ typedef __int128 marker_int128;
__extension__ typedef unsigned __int128 marker_uint128;

static inline __attribute__((always_inline, unused)) unsigned long marker_bits_of(double value)
{
	union {
		double value;
		unsigned long bits;
	} both;

	both.value = value;
	return both.bits;
}

#ifdef __cplusplus

extern "C++" {

#define MARKER_WORD_OF(type, word, from)								\
	static inline __attribute__((always_inline, unused)) word marker_word(type value)	\
	{											\
		return from;									\
	}
MARKER_WORD_OF(int, int, value)
MARKER_WORD_OF(unsigned int, unsigned int, value)
MARKER_WORD_OF(long, long, value)
MARKER_WORD_OF(unsigned long, unsigned long, value)
MARKER_WORD_OF(long long, long long, value)
MARKER_WORD_OF(unsigned long long, unsigned long long, value)
MARKER_WORD_OF(double, unsigned long, marker_bits_of(value))
MARKER_WORD_OF(float, unsigned long, marker_bits_of(value))
MARKER_WORD_OF(decltype(nullptr), const volatile void *, value)
MARKER_WORD_OF(long double, int, ((void)value, 0))
MARKER_WORD_OF(marker_int128, int, ((void)value, 0))
MARKER_WORD_OF(marker_uint128, int, ((void)value, 0))
#undef MARKER_WORD_OF
template <typename type>
static inline __attribute__((always_inline, unused)) const volatile void *marker_word(type *value)
{
	return (const volatile void *)value;
}

/* Types that say yes and no, so that the answer needs no evaluation and no unevaluated lambda. */
struct marker_yes;
struct marker_no;
template <typename type> struct marker_long { typedef marker_yes is_word; };
template <> struct marker_long<long double> { typedef marker_no is_word; };
template <> struct marker_long<marker_int128> { typedef marker_no is_word; };
template <> struct marker_long<marker_uint128> { typedef marker_no is_word; };
template <typename a, typename b> struct marker_both { typedef marker_no is_word; };
template <> struct marker_both<marker_yes, marker_yes> { typedef marker_yes is_word; };
template <typename... types> struct marker_all { typedef marker_yes is_word; };
template <typename type, typename... types> struct marker_all<type, types...> {
	typedef typename marker_both<typename marker_long<type>::is_word,
				     typename marker_all<types...>::is_word>::is_word is_word;
};
template <typename... types>
typename marker_all<types...>::is_word *marker_words_of(const char *, types...);
static inline __attribute__((always_inline, unused)) bool marker_say(marker_yes *) { return true; }
static inline __attribute__((always_inline, unused)) bool marker_say(marker_no *) { return false; }

}

#define MARKER_WORD(x)		marker_word(x)
#define MARKER_ALL_WORDS(...)	marker_say(true ? nullptr : marker_words_of(__VA_ARGS__))
/* No if: g++ takes its three parts for unordered here, and warns of side effects. */
#define MARKER_CHOOSE(c, a, b)	((c) ? (void)(a) : (void)(b))

#else

#define MARKER_PROMOTED(x) __typeof__(1 ? (x) : (x))

#define MARKER_WORD(x)									\
	__extension__({									\
		MARKER_PROMOTED(x) marker_value = (x);					\
		_Generic(marker_value,							\
			 float: marker_bits_of(_Generic(marker_value, float: marker_value, default: 0)), \
			 double: marker_bits_of(_Generic(marker_value, double: marker_value, default: 0)), \
			 long double: 0,						\
			 marker_int128: 0,						\
			 marker_uint128: 0,						\
			 default: marker_value);					\
	})
#define MARKER_IS_WORD(x)	(sizeof(MARKER_PROMOTED(x)) <= sizeof(long))
#define MARKER_ALL_WORDS(...)	MARKER_PASTE(MARKER_ALL_, MARKER_NARGS(__VA_ARGS__))(__VA_ARGS__)
#define MARKER_ALL_0(f)		1
#define MARKER_ALL_1(f, a)	MARKER_IS_WORD(a)
#define MARKER_ALL_2(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_1(f, __VA_ARGS__))
#define MARKER_ALL_3(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_2(f, __VA_ARGS__))
#define MARKER_ALL_4(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_3(f, __VA_ARGS__))
#define MARKER_ALL_5(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_4(f, __VA_ARGS__))
#define MARKER_ALL_6(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_5(f, __VA_ARGS__))
#define MARKER_ALL_7(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_6(f, __VA_ARGS__))
#define MARKER_ALL_8(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_7(f, __VA_ARGS__))
#define MARKER_ALL_9(f, a, ...)	(MARKER_IS_WORD(a) && MARKER_ALL_8(f, __VA_ARGS__))
#define MARKER_ALL_10(f, a, ...) (MARKER_IS_WORD(a) && MARKER_ALL_9(f, __VA_ARGS__))
#define MARKER_ALL_11(f, a, ...) (MARKER_IS_WORD(a) && MARKER_ALL_10(f, __VA_ARGS__))
#define MARKER_ALL_12(f, a, ...) (MARKER_IS_WORD(a) && MARKER_ALL_11(f, __VA_ARGS__))
#define MARKER_CHOOSE(c, a, b)	__builtin_choose_expr(c, a, b)

#endif

/*
 * The slow path made of that.  The target has brought
 *
 *	MARKER_HIT(key, push, n, ...)	the asm: pushes, and calls marker_hit_n; ... are its operands
 *	MARKER_PUSH_0 to _12		text for the assembler: all of a1 to a12
 *	MARKER_OPERAND			the constraint of an argument
 */
#define MARKER_OP(n, x)	[a##n] MARKER_OPERAND(MARKER_WORD(x))

#define MARKER_HIT_0(key, f) MARKER_HIT(key, MARKER_PUSH_0, "0", )
#define MARKER_HIT_1(key, f, a) MARKER_HIT(key, MARKER_PUSH_1, "1", MARKER_OP(1, a))
#define MARKER_HIT_2(key, f, a, b) MARKER_HIT(key, MARKER_PUSH_2, "2", MARKER_OP(1, a), MARKER_OP(2, b))
#define MARKER_HIT_3(key, f, a, b, c) MARKER_HIT(key, MARKER_PUSH_3, "3", MARKER_OPS_3(a, b, c))
#define MARKER_HIT_4(key, f, a, b, c, d) MARKER_HIT(key, MARKER_PUSH_4, "4", MARKER_OPS_4(a, b, c, d))
#define MARKER_HIT_5(key, f, a, b, c, d, e)						\
	MARKER_HIT(key, MARKER_PUSH_5, "5", MARKER_OPS_4(a, b, c, d), MARKER_OP(5, e))
#define MARKER_HIT_6(key, f, a, b, c, d, e, g)						\
	MARKER_HIT(key, MARKER_PUSH_6, "6", MARKER_OPS_4(a, b, c, d), MARKER_OP(5, e), MARKER_OP(6, g))
#define MARKER_HIT_7(key, f, a, b, c, d, e, g, h)					\
	MARKER_HIT(key, MARKER_PUSH_7, "7", MARKER_OPS_4(a, b, c, d), MARKER_OP(5, e), MARKER_OP(6, g), \
		   MARKER_OP(7, h))
#define MARKER_HIT_8(key, f, a, b, c, d, e, g, h, i)					\
	MARKER_HIT(key, MARKER_PUSH_8, "8", MARKER_OPS_8(a, b, c, d, e, g, h, i))
#define MARKER_HIT_9(key, f, a, b, c, d, e, g, h, i, j)					\
	MARKER_HIT(key, MARKER_PUSH_9, "9", MARKER_OPS_8(a, b, c, d, e, g, h, i), MARKER_OP(9, j))
#define MARKER_HIT_10(key, f, a, b, c, d, e, g, h, i, j, k)				\
	MARKER_HIT(key, MARKER_PUSH_10, "10", MARKER_OPS_8(a, b, c, d, e, g, h, i),	\
		   MARKER_OP(9, j), MARKER_OP(10, k))
#define MARKER_HIT_11(key, f, a, b, c, d, e, g, h, i, j, k, l)				\
	MARKER_HIT(key, MARKER_PUSH_11, "11", MARKER_OPS_8(a, b, c, d, e, g, h, i),	\
		   MARKER_OP(9, j), MARKER_OP(10, k), MARKER_OP(11, l))
#define MARKER_HIT_12(key, f, a, b, c, d, e, g, h, i, j, k, l, m)			\
	MARKER_HIT(key, MARKER_PUSH_12, "12", MARKER_OPS_8(a, b, c, d, e, g, h, i),	\
		   MARKER_OP(9, j), MARKER_OP(10, k), MARKER_OP(11, l), MARKER_OP(12, m))
#define MARKER_OPS_3(a, b, c) MARKER_OP(1, a), MARKER_OP(2, b), MARKER_OP(3, c)
#define MARKER_OPS_4(a, b, c, d) MARKER_OPS_3(a, b, c), MARKER_OP(4, d)
#define MARKER_OPS_8(a, b, c, d, e, g, h, i)						\
	MARKER_OPS_4(a, b, c, d), MARKER_OP(5, e), MARKER_OP(6, g), MARKER_OP(7, h), MARKER_OP(8, i)

/*
 * gcc moves the block out of the way if it holds a call of something cold.  That call disappears, as the
 * function is constant; without optimisation it would stay.
 */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(__clang__)
static __attribute__((cold, noinline, const, unused)) int marker_cold(void)
{
	return 1;
}
#define MARKER_MOVE_AWAY do { if (!__builtin_expect(marker_cold(), 1)) __builtin_unreachable(); } while (0)
#else
#define MARKER_MOVE_AWAY do { } while (0)
#endif

#define MARKER_SLOW_CALL(id, key, ...) marker_call(MARKER_SLOT(id, key) MARKER_ARGS(__VA_ARGS__))
#define MARKER_SLOW_HIT(key, ...)							\
	__extension__({									\
		MARKER_MOVE_AWAY;							\
		MARKER_PASTE(MARKER_HIT_, MARKER_NARGS(__VA_ARGS__))(key, __VA_ARGS__);	\
	})
#define MARKER_SLOW_PATH(id, key, ...)							\
	MARKER_CHOOSE(MARKER_ALL_WORDS(__VA_ARGS__), MARKER_SLOW_HIT(key, __VA_ARGS__),	\
		      MARKER_SLOW_CALL(id, key, __VA_ARGS__))

/* clang-format on */
