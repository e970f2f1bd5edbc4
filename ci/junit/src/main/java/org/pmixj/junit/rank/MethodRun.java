// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.junit.RankContext;

/**
 * Runs the test method with its before and after methods. It does not use Jupiter, because every rank of every job
 * would have to start an engine.
 */
final class MethodRun {
    private final OwnContext context;
    private final Method method;
    private final List<Object> instances;
    private final List<Call> before = new ArrayList<>();
    private final List<Call> after = new ArrayList<>();

    private record Call(Object target, Method method) {}

    MethodRun(TestMethod test, OwnContext context) throws Throwable {
        this.context = context;
        Class<?> type = test.load();
        this.method = test.find(type);
        this.instances = instantiate(type);
        // To look for them costs a rank 40 ms: JUnit reads all annotations, each by a class that is made for it.
        if (test.isAlone()) {
            return;
        }
        for (Object instance : instances) {
            for (Method each : annotated(instance.getClass(), BeforeEach.class, HierarchyTraversalMode.TOP_DOWN)) {
                before.add(new Call(instance, each));
            }
            for (Method each : annotated(instance.getClass(), AfterEach.class, HierarchyTraversalMode.BOTTOM_UP)) {
                after.add(new Call(instance, each));
            }
        }
        // The after methods of an inner class run first; within a class the order is right already.
        after.sort((a, b) -> Integer.compare(instances.indexOf(b.target), instances.indexOf(a.target)));
    }

    /** Runs the method and reports a failure to {@code early} before it closes PMIx, which may not return. */
    void run(Early early) throws Throwable {
        if (!needsPmix()) {
            runWith(null, early);
            return;
        }
        try (Pmix pmix = init()) {
            runWith(pmix, early);
        }
    }

    /** Initialises PMIx, or reports that there is no library. */
    static Pmix init() {
        try {
            return Pmix.init();
        } catch (PmixException.LibraryUnavailable e) {
            throw new LibraryMissing(String.valueOf(e.getMessage()));
        }
    }

    /** Receives a failure as soon as it is known. */
    interface Early {
        void failed(Throwable failure) throws Throwable;
    }

    private void runWith(@Nullable Pmix pmix, Early early) throws Throwable {
        Throwable failure = null;
        try {
            for (Call call : before) {
                invoke(call, pmix);
            }
            Files.createFile(context.files().entered(context.rank()));
            invoke(new Call(instances.getLast(), method), pmix);
        } catch (Throwable e) {
            failure = e;
        }
        for (Call call : after) {
            try {
                invoke(call, pmix);
            } catch (Throwable e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            early.failed(failure);
            throw failure;
        }
    }

    private boolean needsPmix() {
        List<Method> all = new ArrayList<>(List.of(method));
        before.forEach(call -> all.add(call.method));
        after.forEach(call -> all.add(call.method));
        return all.stream().anyMatch(each -> List.of(each.getParameterTypes()).contains(Pmix.class));
    }

    private void invoke(Call call, @Nullable Pmix pmix) throws Throwable {
        Class<?>[] types = call.method.getParameterTypes();
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == Pmix.class ? pmix : types[i] == RankContext.class ? context : null;
        }
        call.method.setAccessible(true);
        try {
            call.method.invoke(call.target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** Tests whether a class, or one around it, has methods that run before or after a test. */
    static boolean surroundsTests(Class<?> type) {
        return !annotated(type, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN)
                        .isEmpty()
                || !annotated(type, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP)
                        .isEmpty()
                || (isInner(type) && surroundsTests(type.getEnclosingClass()));
    }

    private static List<Method> annotated(
            Class<?> type, Class<? extends Annotation> annotation, HierarchyTraversalMode order) {
        return AnnotationSupport.findAnnotatedMethods(type, annotation, order);
    }

    private static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    // A nested class needs an instance of the one around it.
    private static List<Object> instantiate(Class<?> type) throws Throwable {
        boolean inner = isInner(type);
        List<Object> instances = inner ? instantiate(type.getEnclosingClass()) : new ArrayList<>();
        Constructor<?> constructor =
                inner ? type.getDeclaredConstructor(type.getEnclosingClass()) : type.getDeclaredConstructor();
        constructor.setAccessible(true);
        try {
            instances.add(inner ? constructor.newInstance(instances.getLast()) : constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
        return instances;
    }
}
