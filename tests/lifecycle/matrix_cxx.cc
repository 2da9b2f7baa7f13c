// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_cxx.cc - markers where only C++ has places for them
 */
#include "matrix_inline.h"

namespace
{

enum class Colour : short {
	red = -2
};

template <typename T> long templated(T value)
{
	MARK(t_function, "size %d of %s", EV((int)sizeof(T)), "T");
	MARK_GENERIC(t_generic, "size %d", EV((int)sizeof(T)));
	return sizeof(value);
}

template <typename T> long wanted_templated(T value)
{
	want("t_function", "size %d of %s", (int)sizeof(T), "T");
	want("t_generic", "size %d", (int)sizeof(T));
	return templated(value);
}

template <int N> struct Counted {
	int values[N];
	static long member()
	{
		MARK(t_static_member, "N %d", EV(N));
		return N;
	}
	template <typename U> long each(U u)
	{
		long sum = 0;

		for (int &value : values) {
			MARK_IMMEDIATE(t_member_immediate, "value %d", EV(value));
			sum += value + u;
		}
		return sum;
	}
};

struct Alive {
	explicit Alive(long v) : v(v)
	{
		MARK(x_constructor, "v %ld", EV(v));
	}
	~Alive()
	{
		MARK(x_destructor, "v %ld", EV(v));
	}
	Alive(const Alive &) = delete;
	static long make(long v)
	{
		MARK(x_static, "v %ld", EV(v));
		return v + 1;
	}
	long operator()(long w) const noexcept
	{
		MARK(x_operator, "v %ld w %ld", EV(v), w);
		return v * w;
	}
	long v;
};

struct Base {
	virtual ~Base()
	{
		MARK_NOARGS(x_virtual_destructor);
	}
	virtual long act(long v) = 0;
};

struct Derived final : Base {
	long act(long v) override
	{
		MARK(x_virtual, "v %ld", EV(v));
		return v ^ 9;
	}
};

long lambdas(long v)
{
	auto plain = [](long w) {
		MARK(x_lambda, "w %ld", EV(w));
		return w + 1;
	};
	auto capturing = [&v, plain](auto w) {
		MARK_GENERIC(x_generic_lambda, "v %ld", EV(v));
		return plain(w) + [w] {
			MARK(x_inner_lambda, "w %ld", EV((long)w));
			return w;
		}();
	};

	want("x_lambda", "w %ld", v);
	v = plain(v);
	want("x_generic_lambda", "v %ld", v);
	want("x_lambda", "w %ld", 7l);
	want("x_inner_lambda", "w %ld", 7l);
	v += capturing(7);
	want("x_generic_lambda", "v %ld", v);
	want("x_lambda", "w %ld", 8l);
	want("x_inner_lambda", "w %ld", 8l);
	return v + capturing(8l);
}

long objects(long v)
{
	want("x_static", "v %ld", v);
	want("x_constructor", "v %ld", v + 1);
	want("x_operator", "v %ld w %ld", v + 1, 3l);
	want("x_constructor", "v %ld", v + 5);
	want("x_destructor", "v %ld", v + 5);
	want("x_destructor", "v %ld", v + 1);
	{
		Alive alive(Alive::make(v));
		v = alive(3);
		Alive other(alive.v + 4);
	}
	want("x_virtual", "v %ld", v);
	want_noargs("x_virtual_destructor");
	{
		Derived derived;
		Base *volatile base = &derived;
		v = base->act(v);
	}
	return v;
}

struct Thrown {
	long v;
};

__attribute__((noinline)) long throwing(long v)
{
	if (v & 1)
		throw Thrown{ v };
	return v;
}

/* An argument that throws: the marker is not hit, the objects around it are destroyed. */
long exceptions(long v)
{
	v |= 1;
	for (int i = 0; i < 2; i++) {
		want("x_constructor", "v %ld", v);
		if (i)
			want("x_throw", "v %ld", v & ~1l);
		want("x_destructor", "v %ld", v);
		if (!i && (is_on("x_throw") || !is_on("x_catch")))
			want("x_catch", "v %ld", v);
		try {
			Alive alive(v);
			MARK(x_throw, "v %ld", EV(throwing(i ? v & ~1l : v)));
		} catch (const Thrown &thrown) {
			/* The argument that threw was counted, and its marker is not hit. */
			evaluations--;
			MARK(x_catch, "v %ld", EV(thrown.v));
		}
	}
	try {
		want("x_constructor", "v %ld", v + 2);
		want("x_destructor", "v %ld", v + 2);
		want("x_always_caught", "v %ld", v + 2);
		Alive alive(v + 2);
		throwing(v + 2);
	} catch (const Thrown &thrown) {
		MARK(x_always_caught, "v %ld", EV(thrown.v));
	}
	return v;
}

long values(long v)
{
	bool flag = v != 0;
	long &reference = v;
	auto colour = Colour::red;

	want("x_bool", "%d", flag);
	MARK(x_bool, "%d", EV(flag));
	want("x_enum_class", "%d", (int)colour);
	MARK(x_enum_class, "%d", EV(static_cast<int>(colour)));
	want("x_reference", "%ld", reference);
	MARK(x_reference, "%ld", EV(reference));
	want("x_nullptr", "%p %d", (void *)nullptr, 4);
	MARK(x_nullptr, "%p %d", EV(nullptr), 4);
	if (mark_enabled(x_bool))
		MUST(is_on("x_bool"));
	return v;
}

/* Also run before the object's own constructor of markers may have run. */
long initialiser(long v)
{
	MARK(x_initialiser, "v %ld", EV(v));
	return v + 1;
}

const long at_start = initialiser(6);

} // namespace

long cases_cxx(long seed)
{
	long v = opaque(seed);
	Counted<3> three = { { 1, 2, 3 } };

	v += wanted_templated(1) + wanted_templated('c') + wanted_templated(1.5) +
	     wanted_templated("text") + wanted_templated(Colour::red);
	want("t_static_member", "N %d", 3);
	v += Counted<3>::member();
	want("t_static_member", "N %d", 4);
	v += Counted<4>::member();
	for (int round = 0; round < 2; round++)
		for (int i = 1; i <= 3; i++)
			want("t_member_immediate", "value %d", i);
	v += three.each(1) + three.each(2.0f);
	want("x_initialiser", "v %ld", v);
	v = initialiser(v);
	v += lambdas(v) + objects(v) + exceptions(v) + values(v) + inline_all(v);
	return v + at_start;
}
