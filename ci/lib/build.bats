# Checks that ci/lib/build never gives JARs of other sources, and builds once; run by test-container. The sources are a few
# small files, and Maven is a stand-in whose JARs have the text of the library's source.

same() {    # EXPECTED ACTUAL
    [[ $1 == "$2" ]] || { echo "expected '$1', got '$2'" >&2; return 1; }
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    export PMIXJ_CACHE=$PWD/cache PATH=$PWD/bin:$PATH
    unset PMIXJ_BUILT JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS MAVEN_OPTS
    checkout one
    mkdir bin
    cat >bin/mvn <<'END_OF_FILE'
#!/bin/bash
echo "$*" >>"${0%/bin/mvn}/calls"
echo $MAVEN_OPTS >"${0%/bin/mvn}/options"
[[ ! -f ${0%/bin/mvn}/slow ]] || sleep 2
echo '[INFO] Building pmixj 1'
[[ ! -f broken ]] && grep -q '<module>samples<' pom.xml && ! grep -q '<module>guide<' pom.xml || {
    echo '[ERROR] no such symbol'; exit 1; }
mkdir -p samples/target/lib tool/target
for name in pmixj pmixj-{bindings,launch,collectives,elastic,mpi,samples}; do
    cp groups-java/src/main/Library.java "samples/target/lib/$name-1.jar"
done
cp groups-java/src/main/Library.java tool/target/pmixj-tool-1.jar
END_OF_FILE
    chmod +x bin/mvn
}

# Makes a checkout, whose files are older than what is built.
checkout() {
    local module
    mkdir -p "$1"/{ci/lib,.mvn,native,groups-java/src/generated}
    cp "$BATS_TEST_DIRNAME"/{build,collector,progress} "$1/ci/lib"
    for module in bindings groups-java launch collectives elastic adapters/mpi tool samples; do
        mkdir -p "$1/$module/src/main"
        touch "$1/$module/"{pom.xml,src/main/Some.java}
    done
    printf '<module>samples</module>\n<module>guide</module>\n' >"$1/pom.xml"
    touch "$1/LICENSE" "$1/native/NOTICE" "$1/groups-java/API-COVERAGE.md"
    echo "first" >"$1/groups-java/src/main/Library.java"
    find "$1" -exec touch -d '1 hour ago' {} +
}
build() { "$1/ci/lib/build" "$2" 2>said; }
calls() { if [[ -f calls ]]; then wc -l <calls; else echo 0; fi; }
library() { cat "$(build "$1" samples)"/pmixj-1.jar; }
command_of() { cat "$(build "$1" tool)"; }
by_maven() { (cd "$1" && rm pom.xml && echo '<module>samples</module>' >pom.xml && mvn package >/dev/null); }

@test "build: one for samples and the command, and for two checkouts" {
    same first "$(library one)"
    same first "$(command_of one)"
    checkout two
    same first "$(library two)"
    same "$(build one tool)" "$(build two tool)"
    same 1 "$(calls)"
    same "-B -P unchecked -Dmaven.test.skip package" "$(<calls)"
    [[ -z $(ls one/*/target 2>/dev/null) ]]
}

# The JVM refuses two.
@test "build: the JVM of Maven has one collector" {
    built_with() { rm -rf cache && command_of one && same "$1" "$(<options)"; }
    built_with "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    MAVEN_OPTS="-Xmx1g -XX:+UseParallelGC" built_with "-XX:TieredStopAtLevel=1 -Xmx1g -XX:+UseParallelGC"
    for name in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
        export "$name=-Da=*  -XX:+UseG1GC"
        built_with "-XX:TieredStopAtLevel=1"
        export "$name=-XX:-UseG1GC -XX:+UseMaximumCompactionOnSystemGC"
        built_with "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    done
}

@test "build: two at the same time build once" {
    touch slow
    library one >first & pid=$!
    same first "$(command_of one)"
    wait "$pid"
    same first "$(<first)"
    same 1 "$(calls)"
}

@test "build: a change is built, and the way back is not" {
    library one
    echo second >one/groups-java/src/main/Library.java
    touch -d '2 hours ago' one/groups-java/src/main/Library.java
    same second "$(library one)"
    echo first >one/groups-java/src/main/Library.java
    same first "$(library one)"
    same 2 "$(calls)"
    rm one/launch/src/main/Some.java
    same first "$(library one)"
    touch one/groups-java/src/generated/New.java
    same first "$(library one)"
    same 4 "$(calls)"
}

@test "build: what Maven has built here is taken while it is new" {
    by_maven one
    same "$PWD/one/samples/target/lib" "$(build one samples)"
    same "$PWD/one/tool/target/pmixj-tool-1.jar" "$(build one tool)"
    same 1 "$(calls)"
    sleep 1.1
    echo second >one/groups-java/src/main/Library.java
    same second "$(library one)"
    same second "$(command_of one)"
    same 2 "$(calls)"
    same first "$(PMIXJ_BUILT=1 library one)"
    by_maven one
    same "$PWD/one/samples/target/lib" "$(build one samples)"
    rm one/samples/src/main/Some.java
    refuse_folder "$PWD/one/samples/target/lib"
}
refuse_folder() { [[ $(build one samples) != "$1" ]]; }

@test "build: one that fails leaves nothing, and says why" {
    touch one/groups-java/src/main/broken
    sed -i 's/-f broken/-f groups-java\/src\/main\/broken/' bin/mvn
    code=0
    build one tool || code=$?
    same 2 "$code"
    grep -q 'ERROR. no such symbol' said
    grep -q "the build failed; its output is in $PWD/cache/builds/build.log" said
    same '' "$(ls cache/builds | grep -v build.log)"
    rm one/groups-java/src/main/broken
    same first "$(command_of one)"
}

@test "build: without Maven" {
    mkdir few
    for tool in bash find sort xargs sha256sum cut mkdir; do ln -s "$(type -P "$tool")" few; done
    code=0
    PATH=$PWD/few build one tool || code=$?
    same 2 "$code"
    grep -q 'there is no Maven on the PATH; ci/container of' said
}

@test "build: unused ones are deleted" {
    library one
    touch -d '31 days ago' cache/builds/*/
    echo second >one/groups-java/src/main/Library.java
    same second "$(library one)"
    same 1 "$(find cache/builds -mindepth 1 -maxdepth 1 -type d | wc -l)"
}

@test "progress: steps and the time left" {
    source "$BATS_TEST_DIRNAME/progress"
    steps=("10 *one?step* the first" "1 *two* not met" "30 *three* the last")
    # Time stands still for the estimates.
    unset SECONDS
    SECONDS=5
    { echo noise; echo 'a one step'; echo 'Downloaded from x'; printf th; sleep 1.2; echo ree; sleep 1.2; } | show_progress me 2>said
    same "me: the first (1 of 3), about 41 s left" "$(sed -n 1p said)"
    same "me: the last (3 of 3), 1 files downloaded, about 14 s left" "$(sed -n 2p said)"
    same 2 "$(wc -l <said)"
}
