// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Objects;
import java.util.Optional;
import org.pmixj.internal.base.Checks;

/**
 * Describes a programming model, as a library declares it. Immutable.
 *
 * {@snippet file="ModelSnippets.java" region="at-start"}
 *
 * @param name the model, such as {@code MPI} or {@code OpenMP} ({@code PMIX_PROGRAMMING_MODEL})
 * @param library its implementation, such as {@code OpenMPI} ({@code PMIX_MODEL_LIBRARY_NAME})
 * @param version the version of the implementation, such as {@code 2.1.1} ({@code PMIX_MODEL_LIBRARY_VERSION})
 * @param threading its threading model, such as {@code pthreads} ({@code PMIX_THREADING_MODEL})
 * @param resources the threads and CPUs it uses
 */
public record ProgrammingModel(
        String name,
        Optional<String> library,
        Optional<String> version,
        Optional<String> threading,
        ModelResources resources) {
    /** Checks that no text is empty, longer than 4095 bytes in UTF-8, or contains NUL. */
    public ProgrammingModel {
        Checks.modelText("name", name);
        Checks.notNull("library", library, "version", version, "threading model", threading, "resources", resources);
        library.ifPresent(text -> Checks.modelText("library", text));
        version.ifPresent(text -> Checks.modelText("version", text));
        threading.ifPresent(text -> Checks.modelText("threading model", text));
    }

    /**
     * {@return a builder}
     *
     * @param name the model, such as {@code MPI}
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * {@return the same model with other resources}
     *
     * @param other the resources
     */
    public ProgrammingModel withResources(ModelResources other) {
        return new ProgrammingModel(name, library, version, threading, other);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name);
        if (library.isPresent() || version.isPresent()) {
            text.append(" (").append(library.orElse("?"));
            version.ifPresent(number -> text.append(' ').append(number));
            text.append(')');
        }
        threading.ifPresent(model -> text.append(", ").append(model));
        if (!resources.isEmpty()) {
            text.append(", ").append(resources);
        }
        return text.toString();
    }

    /** Builds a model. Not for concurrent use. A text has 1 to 4095 bytes of UTF-8. */
    public static final class Builder {
        private final String name;
        private Optional<String> library = Optional.empty();
        private Optional<String> version = Optional.empty();
        private Optional<String> threading = Optional.empty();
        private ModelResources resources = ModelResources.none();

        private Builder(String name) {
            this.name = Checks.modelText("name", name);
        }

        /**
         * Sets the implementation of the model.
         *
         * @param value such as {@code OpenMPI}
         * @return this builder
         */
        public Builder library(String value) {
            this.library = Optional.of(Checks.modelText("library", value));
            return this;
        }

        /**
         * Sets the version of the implementation.
         *
         * @param value such as {@code 2.1.1}
         * @return this builder
         */
        public Builder version(String value) {
            this.version = Optional.of(Checks.modelText("version", value));
            return this;
        }

        /**
         * Sets the threading model.
         *
         * @param value such as {@code pthreads}
         * @return this builder
         */
        public Builder threading(String value) {
            this.threading = Optional.of(Checks.modelText("threading model", value));
            return this;
        }

        /**
         * Sets the threads and CPUs it uses.
         *
         * @param value the resources
         * @return this builder
         */
        public Builder resources(ModelResources value) {
            this.resources = Objects.requireNonNull(value, "resources");
            return this;
        }

        /** {@return the model} */
        public ProgrammingModel build() {
            return new ProgrammingModel(name, library, version, threading, resources);
        }
    }
}
