/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dist.h - the distributions that the tests need, from R's own library (libRmath)
 *
 * dist.c is the only file that includes Rmath.h.  libRmath prints a line to standard output when an
 * argument is outside its domain; these functions never hand it one.  No result is NaN.
 */
#ifndef STATS_DIST_H
#define STATS_DIST_H

/**
 * dist_t_p - probability of a |t| at least this large, both sides
 * @df: degrees of freedom; INFINITY for the normal distribution
 *
 * Returns 1 where @t is 0 or @df is not positive, 0 where @t is infinite.
 */
double dist_t_p(double t, double df);

/**
 * dist_t_quantile - the t that is not passed with probability @p
 * @p: in (0, 1); values outside are taken as the ends and give -INFINITY or INFINITY
 *
 * Returns INFINITY (with the sign of @p - .5; 0 at .5) where @df is not positive.
 */
double dist_t_quantile(double p, double df);

/** dist_normal_p() - probability of a |z| at least this large, both sides */
double dist_normal_p(double z);

/** dist_normal_below() - probability of a z up to this one */
double dist_normal_below(double z);

/** dist_normal_quantile() - the z that is not passed with probability @p; infinite at 0 and 1 */
double dist_normal_quantile(double p);

/**
 * dist_beta_quantile - the x that a beta variable does not pass with probability @p
 * @a, @b: shapes; 0 for @a gives 0, 0 for @b gives 1 (the limits, as Clopper and Pearson need them)
 */
double dist_beta_quantile(double p, double a, double b);

/**
 * dist_binomial - probability of exactly @k successes in @n trials
 * dist_binomial_below - of at most @k; 0 for a negative @k
 * dist_binomial_above - of more than @k
 * @k, @n: whole numbers
 */
double dist_binomial(double k, double n, double p);
double dist_binomial_below(double k, double n, double p);
double dist_binomial_above(double k, double n, double p);

/** derivatives of the logarithm of the gamma function: first, second, third; @x > 0 */
double dist_digamma(double x);
double dist_trigamma(double x);
double dist_tetragamma(double x);

/** dist_trigamma_inverse() - the x with trigamma(x) = @y, after Smyth (2004); @y > 0 */
double dist_trigamma_inverse(double y);

#endif
