// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_recording.c - the place of the recorder's rows
 */
#include "section.h"

/** section_recording() - until there is a recorder, what it will be measured against */
void section_recording(struct doc *doc)
{
	doc_section(doc, "recording", "Recording");
	doc_paragraph(
		doc, "There is no recorder yet, so there are no rows of one. They will be those of "
		     "an event with an integer and a pointer, over a bare reading of the clock, "
		     "beside LTTng-UST in snapshot and in output mode, with one thread and with "
		     "two.");
}
