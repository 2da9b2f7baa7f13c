/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * asset.S - the page without its JSON, as make built it; of no bytes where it could not
 */
	.section .rodata
	.globl page_asset
	.globl page_asset_size
page_asset:
	.incbin "page.html.in"
end:
	.balign 8
page_asset_size:
	.quad end - page_asset
	.section .note.GNU-stack, "", %progbits
