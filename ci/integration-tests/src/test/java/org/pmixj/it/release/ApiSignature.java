// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.release;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.constant.ConstantDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.TypeVariable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The exported types and methods of a module as text: one line for each, sorted. */
final class ApiSignature {
    private final Set<String> exported;
    private final StringBuilder text = new StringBuilder();

    private ApiSignature(Set<String> exported) {
        this.exported = exported;
    }

    /** Returns the API of the module that has a class. */
    static String ofModule(Class<?> member) throws Exception {
        Path place = Path.of(
                member.getProtectionDomain().getCodeSource().getLocation().toURI());
        ModuleReference module = ModuleFinder.of(place).findAll().iterator().next();
        Set<String> exported = module.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(toSet());
        List<Class<?>> types = new ArrayList<>();
        try (var reader = module.open();
                Stream<String> files = reader.list()) {
            for (String file : files.toList()) {
                String name = file.replaceFirst("\\.class$", "").replace('/', '.');
                if (file.endsWith(".class") && exported.contains(name.replaceFirst("(^|\\.)[^.]*$", ""))) {
                    types.add(Class.forName(name, false, member.getClassLoader()));
                }
            }
        }
        return of(exported, types.toArray(Class<?>[]::new));
    }

    /** Returns the text of those types that are visible in the exported packages. */
    static String of(Set<String> exported, Class<?>... types) {
        ApiSignature api = new ApiSignature(exported);
        Arrays.stream(types)
                .filter(api::isExported)
                .sorted(comparing(Class::getCanonicalName))
                .forEach(api::add);
        return api.text.toString();
    }

    private boolean isExported(Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            if (outer.isAnonymousClass() || outer.isLocalClass() || !isVisible(outer.getModifiers())) {
                return false;
            }
        }
        return exported.contains(type.getPackageName());
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private void add(Class<?> type) {
        text.append(deprecated(type)).append(kind(type)).append(' ').append(type.getCanonicalName());
        text.append(parameters(type.getTypeParameters()));
        AnnotatedType superclass;
        Class<?> parent = type;
        do {
            // A superclass that is not exported is not seen, except for its members.
            superclass = parent.getAnnotatedSuperclass();
            parent = parent.getSuperclass();
        } while (isHidden(parent));
        if (parent != null && parent != Object.class && !type.isEnum() && !type.isRecord()) {
            text.append(" extends ").append(name(superclass));
        }
        if (type.getInterfaces().length > 0 && !type.isAnnotation()) {
            text.append(type.isInterface() ? " extends " : " implements ");
            text.append(names(type.getAnnotatedInterfaces()));
        }
        if (type.isSealed()) {
            text.append(" permits ");
            text.append(Arrays.stream(type.getPermittedSubclasses())
                    .filter(this::isExported)
                    .map(Class::getCanonicalName)
                    .collect(joining(", ")));
        }
        text.append('\n');
        Set<String> members = new TreeSet<>();
        addMembers(type, members);
        members.forEach(member -> text.append("    ").append(member).append('\n'));
    }

    /** Adds the members that a type declares, and those of its superclasses that are not exported themselves. */
    private void addMembers(Class<?> type, Set<String> members) {
        Map<String, ConstantDesc> constants = constants(type);
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                ConstantDesc value = constants.get(field.getName());
                members.add(deprecated(field) + Modifier.toString(field.getModifiers()) + " "
                        + name(field.getAnnotatedType()) + " " + field.getName()
                        + (value == null ? "" : " = " + value(value)));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic()) {
                members.add(executable(constructor, "", type.getSimpleName()));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
                members.add(executable(method, name(method.getAnnotatedReturnType()) + " ", method.getName()));
            }
        }
        Class<?> parent = type.getSuperclass();
        if (isHidden(parent)) {
            addMembers(parent, members);
        }
    }

    /** Returns whether it is a class of ours that is not exported. */
    private boolean isHidden(Class<?> type) {
        return type != null && type.getName().startsWith("org.pmixj.") && !isExported(type);
    }

    private static String kind(Class<?> type) {
        String modifiers = Modifier.toString(type.getModifiers() & ~Modifier.INTERFACE & ~Modifier.STRICT);
        if (type.isAnnotation()) {
            return modifiers.replace(" abstract", "") + " @interface";
        } else if (type.isInterface()) {
            return modifiers.replace(" abstract", "") + (type.isSealed() ? " sealed interface" : " interface");
        } else if (type.isRecord()) {
            return modifiers + " record";
        } else if (type.isEnum()) {
            return modifiers + " enum";
        }
        return modifiers + (type.isSealed() ? " sealed class" : " class");
    }

    /** Returns the values that the compiler copies into the classes that use them. */
    private static Map<String, ConstantDesc> constants(Class<?> type) {
        Map<String, ConstantDesc> constants = new HashMap<>();
        String file = type.getName().replaceFirst(".*\\.", "") + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            for (FieldModel field : ClassFile.of().parse(in.readAllBytes()).fields()) {
                field.findAttribute(Attributes.constantValue())
                        .ifPresent(value -> constants.put(
                                field.fieldName().stringValue(),
                                value.constant().constantValue()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return constants;
    }

    private static String executable(Executable member, String result, String name) {
        StringBuilder line = new StringBuilder(deprecated(member));
        int modifiers =
                member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL);
        line.append(Modifier.toString(modifiers)).append(' ');
        if (member instanceof Method method) {
            boolean required = Modifier.isAbstract(method.getModifiers());
            line.append(method.isDefault() ? "default " : required ? "abstract " : "");
        }
        line.append(parameters(member.getTypeParameters())).append(member.getTypeParameters().length > 0 ? " " : "");
        line.append(result).append(name).append('(');
        // Names of parameters are no part of it.
        line.append(Arrays.stream(member.getParameters())
                .filter(parameter -> !parameter.isSynthetic())
                .map(ApiSignature::parameter)
                .collect(joining(", ")));
        line.append(')');
        if (member.getExceptionTypes().length > 0) {
            line.append(" throws ").append(names(member.getAnnotatedExceptionTypes()));
        }
        if (member instanceof Method method && method.getDefaultValue() != null) {
            line.append(" default ").append(value(method.getDefaultValue()));
        }
        return line.toString();
    }

    private static String parameter(Parameter parameter) {
        String type = name(parameter.getAnnotatedType());
        return parameter.isVarArgs() ? type.replaceFirst("\\[]$", "...") : type;
    }

    private static String value(Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case int[] numbers -> Arrays.toString(numbers);
            case Object[] several -> Arrays.toString(several);
            default -> value.toString();
        };
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
    }

    private static String parameters(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables)
                .map(variable -> variable.getName() + bounds(variable))
                .collect(joining(", ", "<", ">"));
    }

    private static String bounds(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getAnnotatedBounds())
                .map(ApiSignature::name)
                .filter(bound -> !bound.equals("Object"))
                .collect(joining(" & "));
        return bounds.isEmpty() ? "" : " extends " + bounds;
    }

    private static String names(AnnotatedType[] types) {
        return Arrays.stream(types).map(ApiSignature::name).collect(joining(", "));
    }

    private static String name(AnnotatedType type) {
        return type.toString()
                .replaceAll("@org\\.jspecify\\.annotations\\.(\\w+)\\(\\)", "@$1")
                .replaceAll("\\bjava\\.(lang|util)\\.(@\\w+ )?(?=[A-Z])", "$2")
                .replace('$', '.');
    }
}
