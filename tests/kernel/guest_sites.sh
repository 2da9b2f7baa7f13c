# SPDX-License-Identifier: GPL-2.0-only
#
# Sites and connections, from inside modules.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

check 'marker is loaded' insmod ./marker.ko
run_module mt-sites
run_module mt-formats
run_module mt-probes
run_module mt-nested
run_module mt-contexts
check 'marker is unloaded' rmmod marker
finish
