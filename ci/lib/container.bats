# Checks that ci/container, ci/nodes and ci/slurm behave as ci/README.md says; run by test-container.

load container-checks.bash

# --- status, arguments, environment, files -----------------------------------------

@test "exit status" {
    same 0 "$(status_of inside true)"
    same 7 "$(status_of inside sh -c 'exit 7')"
    same 127 "$(status_of inside no-such-command)"
    same 143 "$(status_of inside sh -c 'kill -TERM $$')"
    same 137 "$(status_of inside sh -c 'kill -KILL $$')"
    same 2 "$(status_of inside)"
}

@test "arguments" {
    same "$(printf '[%s]' 'a b' '' $'c\nd' '*' --)" "$(inside printf '[%s]' 'a b' '' $'c\nd' '*' --)"
}

@test "nothing is printed" {
    same '' "$(inside true 2>&1)"
}

@test "container in the container" {
    same 3 "$(status_of inside ci/container sh -c 'exit 3')"
}

@test "environment" {
    script='echo "$PMIXJ_CONTAINER $PRTE_ALLOW_RUN_AS_ROOT $given $LD_LIBRARY_PATH$TMPDIR"
        [ -x "$JAVA_HOME/bin/javac" ] && echo "$HOME"'
    same "1 1 x "$'\n'"$HOME" \
        "$(given=x JAVA_HOME=/none LD_LIBRARY_PATH=/none TMPDIR=/none inside sh -c "$script")"
}

@test "tools" {
    inside sh -c 'for tool in java javac mvn prterun pmixcc gcc ip; do
        command -v $tool >/dev/null || { echo no $tool; exit 1; }; done'
    inside java -Xshare:on -version 2>&1 | grep -q 'version "25'
}

@test "current directory" {
    same "$ci" "$(cd "$ci" && inside pwd)"
    same "${ci%/*}" "$(cd / && inside pwd)"
}

@test "files" {
    file=$scratch.file
    inside sh -c "echo hello >$file"
    same hello "$(<"$file")"
    same "$(id -u)" "$(stat -c %u "$file")"
    inside sh -c 'echo x >~/.m2/.pmixj-test'
    rm ~/.m2/.pmixj-test
    builds=${PMIXJ_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pmixj}/builds
    inside sh -c "echo x >'$builds/.test'"
    rm "$builds/.test"
    inside sh -c 'echo x >/tmp/a && echo x >/run/a && echo x >/dev/shm/a'
    refused inside sh -c 'echo x 2>/dev/null >/usr/a'
}

# The user's folder of caches is not visible inside, but for that of ci/lib/build.
@test "folder of caches" {
    kept=${PMIXJ_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pmixj}
    same "$kept, " "$(PMIXJ_CACHE=$kept XDG_CACHE_HOME=/none inside sh -c 'echo "$PMIXJ_CACHE, ${XDG_CACHE_HOME:-}"')"
}

@test "names resolve" {
    inside sh -c 'getent hosts localhost && getent hosts "$(hostname)"'
}

# --- pipes and terminal ------------------------------------------------------------

@test "pipes" {
    same 'hello ' "$(printf 'hello ' | inside cat)"
    same 200000 "$(head -c 200000 /dev/zero | inside cat | wc -c)"
    same "out" "$(inside sh -c 'echo out; echo err >&2' 2>/dev/null)"
    same 141 "$(inside yes | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}")"
}

# A background process of the command does not keep a pipe open.
@test "left behind processes" {
    same $'hi\n0 0' "$(inside sh -c "sleep $mark & echo hi" | timeout 60 cat; echo "${PIPESTATUS[@]}")"
    no_more
}

@test "terminal" {
    same "17 53 tty" "$(in_terminal \
        "stty rows 17 cols 53; ci/container sh -c 'stty size; test -t 0 && test -t 1 && test -t 2 && echo tty'" \
        </dev/null | tr -d '\r' | paste -sd' ')"
}

# ... and it may continue.
@test "Ctrl-C reaches the command once" {
    # It waits for the first signal without a limit, and half a second for a second one.
    cat >$scratch.inner <<END_OF_FILE
n=0; trap 'n=\$((n+1))' INT; : >$scratch.ready
for i in \$(seq 600); do sleep 0.05; [ \$n -eq 0 ] || break; done
for i in \$(seq 10); do sleep 0.05; done; echo "got \$n"; : >$scratch.done; exit 5
END_OF_FILE
    same "got 1" "$({ until_true 60 test -e $scratch.ready; sleep 0.2; printf '\003'; until_true 60 test -e $scratch.done; } |
        in_terminal "ci/container bash $scratch.inner" | tr -d '\r' | grep -ao 'got .*')"
}

# ... without a handler.
@test "Ctrl-C ends a job" {
    code=0
    { until_true 60 job_runs 3 && : >"$work/started"; printf '\003'; until_true 60 none; } |
        in_terminal "ci/container ${job[*]}" >/dev/null || code=$?
    [[ $code -ne 124 ]] || fail "the job went on"
    [[ -e $work/started ]] || fail "the job did not start"
    no_more
}

# ... and a script that called ci/container.
@test "Ctrl-C in another process group" {
    { until_true 60 pgrep -f "^sleep $mark" >/dev/null; printf '\003'; until_true 60 none; } |
        in_terminal "bash -c 'ci/container timeout 50 sleep $mark; echo went on'" >"$work/said" || :
    refused grep 'went on' "$work/said"
    no_more
}

# Perl starts it: bash would lose a signal that comes right before its exec.
@test "Ctrl-C while entering" {
    at_once='open my $f, ">", shift; close $f; exec @ARGV'
    for delay in 0 0.01 0.02 0.03 0.04 0.05; do
        rm -f $scratch.ready
        code=0
        { until_true 60 test -e $scratch.ready; sleep $delay; printf '\003'; until_true 60 none; } |
            in_terminal "exec perl -e '$at_once' $scratch.ready ci/container ci/nodes 2 sleep $mark" >/dev/null || code=$?
        [[ $code -ne 124 ]] || fail "the job went on, delay $delay"
    done
    no_more
}

# --- signals to ci/container alone ---------------------------------------------------

@test "signals pass" {
    for name in TERM INT HUP USR1; do
        rm -f "$work/out"
        start "$container" bash -c "trap 'echo got $name; exit 9' $name
            echo ready; while :; do sleep 0.05; done" >"$work/out"
        until_true 60 grep -qs ready "$work/out"
        kill -"$name" "$pid"
        ended
        same 9 $code
        same $'ready\n'"got $name" "$(<"$work/out")"
    done
}

@test "signals while entering" {
    # A busy kernel may lose a signal that comes between a fork and an exec; seen once in some hundred.
    BATS_TEST_RETRIES=2
    for delay in 0 0.01 0.0{14..32..2}; do
        start "$container" sleep "$mark"
        sleep "$delay"
        kill -TERM "$pid"
        ended
        same 143 $code
        no_more
    done
}

@test "signals end a job" {
    for name in TERM INT HUP KILL; do
        start "$container" "${job[@]}" >/dev/null
        started 3
        kill -"$name" "$pid"
        no_more "$name"
        ended
        [[ $code -ne 0 ]] || fail "$name: status 0"
    done
}

@test "an ignored signal stays ignored" {
    same "1" "$( (trap '' HUP; exec "$container" sh -c 'kill -HUP $$; echo 1') )"
}

# --- nodes ---------------------------------------------------------------------------

@test "nodes" {
    same "2 node0,2 node1,2 node2" \
        "$(inside ci/nodes 3 prterun --map-by node -n 6 hostname | sort | uniq -c | sed 's/^ *//' | paste -sd,)"
    inside ci/nodes 2 prterun --map-by node -n 2 true >"$work/said" 2>&1
    refused grep -i deprecated "$work/said"
    same "node0" "$(inside ci/nodes 2 hostname)"
}

@test "nodes: slots" {
    same 2 "$(inside ci/nodes 2:1 prterun hostname | wc -l)"
    same 6 "$(PMIXJ_NODE_SLOTS=3 inside ci/nodes 2 prterun hostname | wc -l)"
}

@test "nodes: exit status and input" {
    same 7 "$(status_of inside ci/nodes 2 sh -c 'exit 7')"
    same 143 "$(status_of inside ci/nodes 2 sh -c 'kill -TERM $$')"
    same 2 "$(status_of inside ci/nodes 0 true)"
    same 2 "$(status_of inside ci/nodes 2)"
    same 2 "$(status_of inside ci/nodes x true)"
    same 'a b ' "$(printf 'a b ' | inside ci/nodes 2 cat)"
}

@test "nodes: several at once" {
    expected="node0 node0 node1 node1 node2 node2"
    others=()
    for i in 1 2 3; do
        inside ci/nodes 3 prterun --map-by node -n 6 sh -c 'hostname; sleep 0.3' >"$work/nodes.$i" & others+=($!)
    done
    for i in 1 2 3; do
        wait "${others[i - 1]}"
        same "$expected" "$(sort "$work/nodes.$i" | paste -sd' ')"
    done
    # two in one container
    same "$expected $expected" "$(inside sh -c '
        job="ci/nodes 3 prterun --map-by node -n 6 hostname"
        $job >/tmp/1 & $job >/tmp/2; wait; sort /tmp/1; sort /tmp/2' | paste -sd' ')"
}

@test "nodes: real ssh" {
    same "node0 no,node1 yes,node2 yes" "$(inside ci/nodes --sshd 3 prterun --map-by node -n 3 \
        sh -c 'echo "$(hostname) $([ -n "$SSH_CONNECTION" ] && echo yes || echo no)"' | sort | paste -sd,)"
    same 7 "$(status_of inside ci/nodes --sshd 2 sh -c 'exit 7')"
    same 2 "$(status_of inside ci/nodes --sshd)"
}

@test "nodes: killed" {
    killed "${nodes_job[@]}"
}

@test "nodes: signals pass" {
    start "$container" ci/nodes 2 bash -c "trap 'echo got; exit 9' TERM
        echo ready; while :; do sleep 0.05; done" >"$work/out"
    until_true 60 grep -qs ready "$work/out"
    kill -TERM "$pid"
    ended
    same 9 $code
    same $'ready\ngot' "$(<"$work/out")"
}

@test "nodes: nothing is left" {
    before=$(of_host)
    start "$container" "${nodes_job[@]}" >/dev/null
    started 6
    during=$(of_host)
    kill -KILL "$pid"
    ended
    same "$before" "$during"
    no_more
    same "$before" "$(of_host)"
}

# --- Slurm ---------------------------------------------------------------------------

@test "slurm" {
    same "node0 node1 node2" "$(inside ci/slurm 3 srun -Q -N3 hostname | sort | paste -sd' ')"
    same "node0 node0 node1 node1" "$(inside ci/slurm 2:2 salloc -Q -N2 -n4 prterun hostname | sort | paste -sd' ')"
    same 7 "$(status_of inside ci/slurm 2 sh -c 'exit 7')"
    same 143 "$(status_of inside ci/slurm 2 sh -c 'kill -TERM $$')"
    same 2 "$(status_of inside ci/slurm 0 true)"
    same 2 "$(status_of inside ci/slurm 2)"
    same 'a b ' "$(printf 'a b ' | inside ci/slurm 2 cat)"
}

@test "slurm: several at once" {    # in one container
    same "node0 node1 node0 node1" "$(inside sh -c '
        job="ci/slurm 2 sh -c \"srun -Q -N2 hostname && srun -Q -N2 sleep 1\""
        eval "$job" >/tmp/1 & eval "$job" >/tmp/2; wait; sort /tmp/1; sort /tmp/2' | paste -sd' ')"
}

# A job that still runs ends with the call.
@test "slurm: jobs end with it" {
    inside ci/slurm 2 sh -c "sbatch --output=/dev/null --wrap 'sleep $mark' >/dev/null
        until pgrep -fx 'sleep $mark' >/dev/null; do sleep 0.05; done"
    no_more
}

@test "slurm: killed" {
    killed "${slurm_job[@]}"
}

# --- creating the root -----------------------------------------------------------------

@test "root: made once" {
    begin
    fresh inside echo one >"$work/one" 2>"$work/said" & first=$!
    same two "$(fresh inside echo two 2>"$work/also-said")"
    wait "$first"
    same one "$(<"$work/one")"
    grep -q 'downloading packages (2 of 6), about [0-9]* \(s\|min\) left' "$work/said" "$work/also-said"
    same 1 "$(wc -l <"$work/calls")"
    same 1 "$(roots)"
    same '' "$(fresh inside true 2>&1)"
}

@test "root: made anew on a change" {
    begin
    fresh inside true
    PMIXJ_SUITE=other fresh inside true
    same 2 "$(roots)"
    PMIXJ_PACKAGES="one two" fresh inside true
    same 3 "$(roots)"
    grep -q ',one,two ' "$work/calls"
    cp -r "$ci" "$work/ci"
    echo 'hello  # a change' >>"$work/ci/packages.txt"
    fresh "$work/ci/container" --root >/dev/null
    same 4 "$(roots)"
    grep -q 'git,hello ' "$work/calls"
    sed -i 's/# a change/# another comment/' "$work/ci/packages.txt"
    fresh "$work/ci/container" --root >/dev/null
    same 4 "$(roots)"
}

@test "root: not made by halves" {
    for name in INT TERM KILL; do
        begin
        touch "$work/hold"    # it still runs when it is killed
        fresh start "$container" echo no >"$work/out"
        until_true 60 test -s "$work/calls"
        kill -"$name" "$pid"
        ended
        rm "$work/hold"
        [[ $name == KILL ]] || same 0 "$(roots)"
        same '' "$(<"$work/out")"
        same yes "$(fresh inside echo yes)"
        same 1 "$(roots)"
    done
    # the files of a killed run are deleted even if the list has changed since
    mkdir "$work/cache/old.making"
    PMIXJ_SUITE=other fresh inside true
    same 2 "$(roots)"
    begin
    touch "$work/fail"
    same 125 "$(status_of fresh inside true)"
    same 0 "$(roots)"
}

@test "root: missing tools" {
    [[ $EUID -ne 0 ]] || skip "root would install them"
    mkdir "$work/few"
    for tool in bash env dirname sha256sum flock mkdir rm; do
        ln -s "$(command -v "$tool")" "$work/few"
    done
    begin
    same 125 "$(PATH=$work/few PMIXJ_CACHE=$work/cache status_of "$container" true)"
    PATH=$work/few PMIXJ_CACHE=$work/cache "$container" true 2>"$work/said" || :
    grep -q 'missing here: mmdebstrap bwrap newuidmap; as root: apt-get install' "$work/said"
}
