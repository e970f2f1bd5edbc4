# SPDX-License-Identifier: Apache-2.0
# rank.sh TOKEN JOB-DIRECTORY WORKING-DIRECTORY JAVA   what the launcher starts for every rank.
#
# A shell around every rank's JVM, because nobody else can tell its exit status: the launcher speaks only of the first
# rank that failed. It outlives the JVM by an instant and ends in the same way, so that the launcher sees what it would
# have seen without it.
export PMIXJ_JOB="$1"
rank=$2/rank-$PMIX_RANK
exec >"$rank.out" 2>&1
# The JVM gets these signals, too, and is waited for. A handler, unlike "ignore", is not inherited.
trap : HUP INT TERM
cd "$3" || exit
"$4" "@$2/java.args"
status=$?
echo $status >"$rank.status"
# A JVM exits with 129, 130 or 143; it does not die of those signals.
case $status in
129 | 130 | 143) ;;
*) [ $status -le 128 ] || kill -$((status - 128)) $$ ;;
esac
exit $status
