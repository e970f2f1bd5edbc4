# SPDX-License-Identifier: Apache-2.0
# rank.sh TOKEN JOB-DIRECTORY WORKING-DIRECTORY JAVA   runs a rank's JVM; the launcher starts it for every rank.
#
# This shell records the exit status of the JVM, because the launcher reports only the first rank that failed. It ends
# just after the JVM and in the same way, so that the launcher sees the same end as without it.
export PMIXJ_JOB="$1"
rank=$2/rank-$PMIX_RANK
exec >"$rank.out" 2>&1
{ read -r host </proc/sys/kernel/hostname && echo "$host" >"$rank.host"; } || :
# The JVM receives these signals, too, and the shell waits for it. The JVM does not inherit a handler, unlike "ignore".
trap : HUP INT TERM
cd "$3" || exit
arguments=$2/java.args
[ ! -e "$arguments.$PMIX_RANK" ] || arguments=$arguments.$PMIX_RANK
"$4" "@$arguments"
status=$?
echo $status >"$rank.status"
# A JVM exits with 129, 130 or 143; it does not die of those signals.
case $status in
129 | 130 | 143) ;;
*) [ $status -le 128 ] || [ $status -gt 192 ] || kill -$((status - 128)) $$ ;;
esac
exit $status
