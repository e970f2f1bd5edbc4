# What the checks in container.bats share. Each check is a process of its own, with a folder and a number.

fail() { echo "$*" >&2; return 1; }
same() {    # EXPECTED ACTUAL
    [[ $1 == "$2" ]] || fail "expected '$1', got '$2'"
}
refused() { ! "$@"; }    # errexit, which ends a check that fails, overlooks "! COMMAND"

# The checked commands start as from a terminal: with the signals that a shell's background processes ignore, and without
# the descriptors of bats, for which bats would wait.
plain=(env --default-signal)
# No command takes nearly as long; a hang becomes a failure.
inside() { timeout --foreground -s KILL 120 "${plain[@]}" "$container" "$@" 3>&- 4>&-; }
in_terminal() { timeout --foreground 60 "${plain[@]}" script -qec "$1" /dev/null 3>&- 4>&-; }
status_of() {
    local code=0
    "$@" >/dev/null 2>&1 || code=$?
    echo "$code"
}

# Processes of a check have its number in their arguments.
marked() { grep -lsaE "(^|[^0-9])$mark([^0-9]|$)" /proc/[0-9]*/cmdline; }
none() { [[ -z $(marked) ]]; }
no_more() { until_true 60 none || fail "${1:+$1 }left: $(marked)"; }
until_true() {    # SECONDS COMMAND...
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        [[ $SECONDS -lt $deadline ]] || return 1
        sleep 0.1
    done
}
job_runs() {    # RANKS
    local file n=0
    for file in $(marked); do
        [[ $(tr '\0' ' ' <"$file") != "sleep $mark " ]] || n=$((n + 1))
    done 2>/dev/null
    [[ $n -eq $1 ]]
}
start() { "${plain[@]}" "$@" <&0 3>&- 4>&- & pid=$!; }
started() { until_true 60 job_runs "$1" || fail "the job did not start"; }
gone() { ! kill -0 "$pid" 2>/dev/null; }
ended() {    # sets code to the status of the started process
    until_true 60 gone || { kill -KILL "$pid"; fail "still running after 60 s"; }
    code=0
    wait "$pid" 2>/dev/null || code=$?
}

# Kills ci/nodes or ci/slurm while the container continues, as at a test's time limit.
killed() {    # COMMAND... of a job of six
    local name
    for name in TERM KILL; do
        inside bash -c '
            name=$1; shift
            limit() { [ "$i" -lt 500 ] || { echo "$1"; ps ax; exit 1; }; }
            "$@" >/dev/null 2>&1 & pid=$!
            for ((i = 0; i < 500; i++)); do
                [[ $(pgrep -fxc "sleep $mark") -eq 6 ]] && break; sleep 0.02
            done
            limit "the job did not start"
            kill -"$name" $pid
            for ((i = 0; i < 500; i++)); do
                pgrep "^(sleep|prte|sh|slurm|salloc|srun)" >/dev/null || break; sleep 0.02
            done
            limit "left after SIG$name:"
            [[ -z $(ls /run/netns) ]] || { echo "namespaces left"; exit 1; }
            ! ip link | grep -q bridge || { echo "bridge left"; exit 1; }
        ' bash "$name" "$@"
    done
}
of_host() { ip -o link 2>/dev/null | wc -l; wc -l </proc/mounts; ls /run/netns 2>&1 || :; }

# Runs a command with an empty cache, and with a stand-in for mmdebstrap that takes a second instead of a minute; the tree
# has links to a real one.
fresh() { PATH=$work/bin:$PATH PMIXJ_CACHE=$work/cache TMPDIR=$work "$@"; }
begin() {
    rm -rf "$work/cache" "$work/calls" "$work/bin"
    mkdir "$work/bin"
    cat >"$work/bin/mmdebstrap" <<'END_OF_FILE'
#!/bin/bash
[[ $1 != --unshare-helper ]] || exec "${@:2}"
echo "$*" >>"$work/calls"
echo "I: downloading packages with apt..." >&2
[[ ! -e $work/hold ]] || sleep 60
[[ ! -e $work/fail ]] || { echo "E: no such mirror" >&2; exit 1; }
tree=$(mktemp -d "$work/tree.XXXXXX")
ln -s "$real"/* "$tree"
rm "$tree"/{bin,sbin,lib,lib64}
cp -d "$real"/{bin,sbin,lib,lib64} "$tree"
sleep 1
for last; do :; done
[[ ! -d $last || -z $(ls -A "$last") ]] || { echo "E: $last is not empty" >&2; exit 1; }
case $* in
*--format=tar*) tar -c -C "$tree" . ;;
*) cp -d "$tree"/* "$last"* ;;
esac
END_OF_FILE
    chmod +x "$work/bin/mmdebstrap"
}
roots() { find "$work/cache" -mindepth 1 -maxdepth 1 -type d ! -name builds | wc -l; }

setup() {
    ci=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    cd "${ci%/*}"
    container=$ci/container
    # For the stand-in, as is real, the files of the container.
    export work=$BATS_TEST_TMPDIR mark=7$$$RANDOM
    scratch=target/test-container.$$    # in the checkout, which both sides see
    mkdir -p target
    job=(prterun --map-by :oversubscribe -n 3 sleep "$mark")
    nodes_job=(ci/nodes 3 prterun --map-by node -n 6 sleep "$mark")
    slurm_job=(ci/slurm 3 salloc -Q -N3 --ntasks-per-node=2 prterun sleep "$mark")
}
teardown() { rm -rf "$scratch".*; }
