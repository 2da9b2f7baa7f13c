# SPDX-License-Identifier: GPL-2.0-only
#
# Modules with markers, and modules with probes, that come and go.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh


load() # MODULE [PARAMETER...]
{
	local module=$1
	shift
	insmod "./$module.ko" "$@"
}

hits() # MARKER: what mt-watch has heard
{
	awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' /sys/module/mt_watch/parameters/hits
}

listed() # PATTERN
{
	grep -q "^$1" $debugfs/markers
}

connections()
{
	sed -n 's/.*connections: //p' $debugfs/status
}

hit_body()
{
	echo 1 >/sys/module/mt_plain/parameters/hit
}

said() # TEXT: the kernel, since the last "dmesg -c"
{
	dmesg | grep -q "$1" || { dmesg | tail -n 5; return 1; }
}

each_kind() # PREFIX WANTED
{
	equal "$(hits "$1_key") $(hits "$1_immediate") $(hits "$1_generic")" "$2 $2 $2"
}

# ---- init and exit -------------------------------------------------------------------------------

check 'marker is loaded' insmod ./marker.ko
check 'a probe comes before its markers' load mt-watch 'glob=plain_*'
check 'they come' load mt-plain
check 'T75 markers in init were on' each_kind plain_init 1
check_not 'T45 markers in init text are listed no more' listed plain_init
check 'those of the body are' listed plain_body_key
check 'those in exit text too' listed plain_exit_key
check 'they are on' equal "$(field plain_body_immediate 5) $(field plain_exit_key 5)" 'on on'
check 'a line names its module and kind' equal "$(field plain_body_key 3) $(field plain_body_key 4)" \
	'static-key mt_plain'
hit_body
check 'they are heard' each_kind plain_body 1
check 'a marker in init and elsewhere stays' equal "$(hits plain_shared)" 2
check_not 'marker cannot be unloaded meanwhile' rmmod marker
check 'they go' rmmod mt-plain
check 'markers in exit were on' each_kind plain_exit 1
check 'the last of a shared marker too' equal "$(hits plain_shared)" 3
check_not 'T20 nothing of them is listed' listed plain_
check_not 'an init that fails' load mt-plain fail=1
check 'its markers were on' test "$(hits plain_init_immediate)" -gt 1 # busybox tries twice
check_not 'nothing of it is listed' listed plain_
check 'the probe goes' rmmod mt-watch
check 'no connection is left' equal "$(connections)" 0

# Nobody asks for its rows until another module may be where its init text was.
init_text_of_another()
{
	load mt-plain && load mt-fire || return 1
	! listed plain_init && listed plain_body || return 1
	load mt-watch 'glob=*' || return 1
	hit_body
	each_kind plain_body 1 && equal "$(hits plain_init_key)" 0 || return 1
	rmmod mt-fire && rmmod mt-watch && rmmod mt-plain
}
check 'T45 rows of init text that has gone, first read later' init_text_of_another

# What lies between two modules is not mapped, and is in one run with their sites.
one_batch_over_two_modules()
{
	load mt-plain && load mt-fire && load mt-watch 'glob=*_immediate' || return 1
	hit_body
	equal "$(field plain_body_immediate 5) $(field fire_immediate 5) $(hits plain_body_immediate)" 'on on 1' &&
		rmmod mt-watch || return 1
	equal "$(field plain_body_immediate 5) $(field fire_immediate 5)" 'off off' && rmmod mt-fire &&
		rmmod mt-plain
}
check 'T46 one batch over the text of two modules' one_batch_over_two_modules

# ---- formats, versions ---------------------------------------------------------------------------

later_format()
{
	load mt-watch glob=plain_body_immediate 'format="other %s"' && load mt-plain || return 1
	hit_body
	equal "$(hits plain_body_immediate)" 0 &&
		equal "$(field plain_body_immediate 5) $(field plain_body_immediate 6)" 'off 0' || return 1
	rmmod mt-watch
	! load mt-watch glob=plain_body_immediate 'format="other %s"' || return 1
	equal "$(field plain_body_immediate 5)" off && rmmod mt-plain
}
check 'T23 a module that uses the name with another format' later_format

another_version()
{
	load mt-watch 'glob=future_*' && load mt-future || return 1
	said 'markers of module mt_future cannot be used: error 71, built with another marker.h' ||
		said 'markers of module mt_future cannot be used: error -71, built with another marker.h' || return 1
	! listed future_ && equal "$(cat /sys/module/mt_watch/parameters/hits)" '' || return 1
	rmmod mt-future && rmmod mt-watch
}
dmesg -c >/dev/null
check 'T65 T74 a table of another version is refused' another_version

# ---- probes that go, while their markers are hit -------------------------------------------------

forgetful()
{
	load mt-watch 'glob=fire_*' forget=1 || return 1
	equal "$(field fire_immediate 5)" on && rmmod mt-watch || return 1
	said 'module mt_watch left 1 of its probes connected' || return 1
	equal "$(field fire_immediate 5) $(connections)" 'off 0'
}

probes_come_and_go()
{
	local i=0
	while [ $((i += 1)) -le 12 ]; do
		load mt-watch 'glob=fire_*' forget=$((i & 1)) && rmmod mt-watch || return 1
	done
	equal "$(connections)" 0
}

marked_modules_come_and_go()
{
	local i=0
	load mt-watch 'glob=fire_*' || return 1
	while [ $((i += 1)) -le 12 ]; do
		rmmod mt-fire && load mt-fire || return 1
	done
	[ "$(hits fire_immediate)" -gt 0 ] && [ "$(hits fire_interrupt)" -gt 0 ] && rmmod mt-watch
}

named_probes_come_and_go()
{
	local i=0
	while [ $((i += 1)) -le 6 ]; do
		load marker-count && echo 'enable fire_*' >$debugfs/control || return 1
		equal "$(field fire_key 6)" 1 && rmmod marker-count || return 1
		equal "$(field fire_key 5) $(field fire_key 6)" 'off 0' || return 1
	done
}

check 'markers are hit all the time' load mt-fire
dmesg -c >/dev/null
check 'T17 a module leaves its probe connected' forgetful
check 'T17 modules with probes come and go' probes_come_and_go
check 'modules with markers come and go' marked_modules_come_and_go
check 'T17 named probes go while they are enabled' named_probes_come_and_go
check 'the markers go' rmmod mt-fire
check 'no connection is left' equal "$(connections)" 0

# ---- the sample ----------------------------------------------------------------------------------

sample()
{
	load marker-count && echo 'enable sample_*' >$debugfs/control && load marker-sample || return 1
	sleep 1
	[ "$(field sample_tick 7)" -gt 0 ] && ! listed sample_start || return 1
	rmmod marker-sample && rmmod marker-count
}
if [ -e marker-sample.ko ]; then
	check 'the sample' sample
else
	skip 'the sample' 'it was not built'
fi
check 'marker is unloaded' rmmod marker
finish
