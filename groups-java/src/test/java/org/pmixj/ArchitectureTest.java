// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of the design that a compiler does not know. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = LibraryClasses.ALL;

    @Test
    void theClassesAreSeen() {
        assertThat(CLASSES.stream().map(c -> c.getPackageName()).collect(Collectors.toSet()))
                .contains("org.pmixj", "org.pmixj.group", "org.pmixj.internal.group", "org.pmixj.ffi");
    }

    @Test
    void onlyInternalKnowsTheGeneratedCode() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.pmixj.internal..", "org.pmixj.ffi")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.pmixj.ffi")
                .check(CLASSES);
    }

    @Test
    void nothingNativeInWhatIsExported() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.pmixj.internal..", "org.pmixj.ffi")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign")
                .check(CLASSES);
    }

    @Test
    void onlyLibpmixCallsFunctionsOfLibpmix() {
        noClasses()
                .that()
                .resideInAPackage("org.pmixj.internal..")
                .and()
                .haveNameNotMatching("org\\.pmixj\\.internal\\.ffi\\.Libpmix(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.pmixj.ffi.PMIx")
                .check(CLASSES);
    }

    @Test
    void stubsAreMadeInUpcallsOnly() {
        classes()
                .that()
                .resideInAPackage("org.pmixj.ffi")
                .and()
                .haveSimpleNameEndingWith("bfunc_t")
                .should()
                .onlyHaveDependentClassesThat()
                .haveNameMatching("org\\.pmixj\\.(ffi\\..*|internal\\.ffi\\.Upcalls(\\$.*)?)")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("org.pmixj.ffi")
                .and()
                .doNotHaveSimpleName("OpenMpi")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Linker.class)
                .check(CLASSES);
    }

    @Test
    void nobodyOpensASharedArena() {
        noClasses().should().callMethod(Arena.class, "ofShared").check(CLASSES);
    }
}
