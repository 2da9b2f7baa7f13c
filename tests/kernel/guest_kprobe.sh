# SPDX-License-Identifier: GPL-2.0-only
#
# Kprobes on sites and near them.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

check 'marker is loaded' insmod ./marker.ko
run_module mt-kprobe
check 'marker is unloaded' rmmod marker
finish
