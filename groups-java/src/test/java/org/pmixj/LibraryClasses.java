// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of the library and the bindings, which ArchUnit needs seconds to read. */
public final class LibraryClasses {
    public static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pmixj");

    private LibraryClasses() {}
}
