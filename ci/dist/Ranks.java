// SPDX-License-Identifier: Apache-2.0
// --8<-- [start:all]
//JAVA 25
//DEPS org.pmixj:pmixj:0.1.0-SNAPSHOT
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
void main() {
    try (var pmix = org.pmixj.Pmix.init()) {
        IO.println("rank " + pmix.self().rank() + " of " + pmix.job().size());
    }
}
// --8<-- [end:all]
