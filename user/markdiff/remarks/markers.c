// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the cost of markers leaves out, or has too much.
 */
#include "user/markdiff/verdict/marker_code.h"
#include "user/markdiff/remarks/remarks.h"

int remarks_of_markers(struct remarks *r, const struct marker_code *code)
{
	if (code->in_base)
		remark(r, REMARK_CAREFUL,
		       "the baseline's %s has markers too: what is told is how much more markers cost "
		       "than there, not what they cost",
		       code->in_base);
	if (code->nr_lost)
		remark(r, REMARK_CAREFUL,
		       "%u of %u sites are in no function whose name is known: what they cost is not "
		       "counted; keep the symbols of what was recorded",
		       code->nr_lost, code->nr_sites);
	remarks_sort(r);
	return r->err;
}
