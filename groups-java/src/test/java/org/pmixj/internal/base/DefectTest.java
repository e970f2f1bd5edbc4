// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.internal.base.Defect.Known;

/** Checks that defects and repairs name each other. */
class DefectTest {
    private static final String INTERNAL = "org.pmixj.internal.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pmixj.internal");

    private static Known known(Defect defect) throws Exception {
        return Defect.class.getField(defect.name()).getAnnotation(Known.class);
    }

    private static String topLevel(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @ParameterizedTest
    @EnumSource
    void everyRepairAsksForItsDefect(Defect defect) throws Exception {
        assertThat(known(defect).repairs()).isNotEmpty();
        for (String repair : known(defect).repairs()) {
            List<String> asked = new ArrayList<>();
            for (JavaClass type : CLASSES) {
                if (topLevel(type).equals(INTERNAL + repair)) {
                    for (JavaFieldAccess access : type.getFieldAccessesFromSelf()) {
                        if (access.getTargetOwner().isEquivalentTo(Defect.class)) {
                            asked.add(access.getTarget().getName());
                        }
                    }
                }
            }
            assertThat(asked).as(repair).contains(defect.name());
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyDefectIsDescribed(Defect defect) throws Exception {
        assertThat(known(defect).does()).matches("[A-Zl].*\\.");
        assertThat(known(defect).seen()).isNotBlank();
        assertThat(known(defect).issue()).matches("|https://github.com/openpmix/.*");
        assertThat(defect.title()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    }

    @Test
    void everyRepairHasItsDefect() throws Exception {
        Set<String> named = new TreeSet<>();
        for (Defect defect : Defect.values()) {
            named.addAll(Arrays.asList(known(defect).repairs()));
        }
        Set<String> repairs = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            if (type.getPackageName().endsWith(".repair")
                    && !type.getSimpleName().equals("package-info")) {
                repairs.add(topLevel(type).substring(INTERNAL.length()));
            }
        }
        assertThat(repairs).hasSizeGreaterThan(10);
        assertThat(named).containsAll(repairs);
    }

    @Test
    void aPropertySwitchesOneOff() throws Exception {
        String property = "pmixj.repair.fences-alike";
        System.setProperty(property, "off");
        // A copy of the enum, which reads the properties when it is loaded.
        URL classes = Defect.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = loader.loadClass(Defect.class.getName());
            List<String> off = new ArrayList<>();
            for (Object constant : copy.getEnumConstants()) {
                if (!(boolean) copy.getMethod("isHere").invoke(constant)) {
                    off.add(constant.toString());
                }
            }
            assertThat(off).containsExactly("FENCES_ALIKE");
        } finally {
            System.clearProperty(property);
        }
    }
}
