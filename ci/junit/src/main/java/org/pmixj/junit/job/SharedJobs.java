// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.pmixj.Pmix;
import org.pmixj.junit.PmixTest;

/** Decides at the start of a test run which of its methods share a job: see {@link PmixTest}. */
public final class SharedJobs implements TestExecutionListener {
    private static final String SHARED = "pmixj.junit.shared";
    /** Names the packages, with commas between them, whose methods share jobs with no other package. */
    private static final String APART = "pmixj.junit.apart";

    // Guarded by the class.
    private static final Map<Settings, SharedJob> JOBS = new HashMap<>();

    /** Is equal for methods that may share a job. */
    private record Kind(String scope, int ranks, int nodes, String program, List<String> launcher, List<String> jvm) {}

    /** Constructs the listener, for the service loader. */
    public SharedJobs() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Set<Settings> methods = new LinkedHashSet<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier each : plan.getDescendants(root)) {
                if (each.getSource().orElse(null) instanceof MethodSource source) {
                    methods.addAll(sharing(source.getJavaClass(), source.getJavaMethod()));
                }
            }
        }
        share(methods);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        share(Set.of());
    }

    /**
     * Says what a test plan needs.
     *
     * @param jobs how many jobs start if no method fails
     * @param jvms how many ranks they have
     */
    public record Count(int jobs, int jvms) {}

    /**
     * Counts the jobs of a test plan, without running it.
     *
     * @param plan what JUnit has found
     * @return the count
     */
    public static Count count(TestPlan plan) {
        Map<Object, Integer> jobs = new HashMap<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier each : plan.getDescendants(root)) {
                if (each.getSource().orElse(null) instanceof MethodSource source) {
                    Method method = source.getJavaMethod();
                    List<Settings> sharing = sharing(source.getJavaClass(), method);
                    sharing.forEach(settings -> jobs.put(kind(settings), settings.ranks()));
                    if (sharing.isEmpty()) {
                        AnnotationSupport.findAnnotation(method, PmixTest.class)
                                .ifPresent(test -> Arrays.stream(Settings.nodes(test))
                                        .mapToObj(nodes -> Settings.of(test, nodes, source.getJavaClass(), method))
                                        .forEach(settings -> jobs.put(settings, settings.ranks())));
                    }
                }
            }
        }
        return new Count(
                jobs.size(), jobs.values().stream().mapToInt(ranks -> ranks).sum());
    }

    /** Returns the job of a method, which is that of others too if they share it. */
    static synchronized SharedJob of(Settings settings) {
        // JUnit only logs what is thrown at the start of the run.
        var _ = scope(settings.testClass());
        SharedJob shared = JOBS.get(settings);
        return shared != null ? shared : new SharedJob(List.of(settings));
    }

    private static synchronized void share(Set<Settings> methods) {
        Map<Kind, List<Settings>> kinds = new LinkedHashMap<>();
        methods.forEach(each ->
                kinds.computeIfAbsent(kind(each), _ -> new ArrayList<>()).add(each));
        JOBS.clear();
        for (List<Settings> kind : kinds.values()) {
            SharedJob job = new SharedJob(kind);
            kind.forEach(each -> JOBS.put(each, job));
        }
    }

    private static Kind kind(Settings settings) {
        return new Kind(
                scope(settings.testClass()).orElseThrow(),
                settings.ranks(),
                settings.nodes(),
                settings.program(),
                settings.launcher(),
                settings.jvm());
    }

    /** Returns what methods that share a job have in common besides their settings; nothing if no job is shared. */
    private static Optional<String> scope(Class<?> testClass) {
        return switch (System.getProperty(SHARED, "method")) {
            case "run" -> Optional.of(isApart(testClass) ? testClass.getPackageName() : "");
            case "package" -> Optional.of(testClass.getPackageName());
            case "class" -> Optional.of(testClass.getName());
            case "method" -> Optional.empty();
            default ->
                throw new ExtensionConfigurationException("the system property " + SHARED
                        + " must be method, class, package or run, not " + System.getProperty(SHARED));
        };
    }

    private static boolean isApart(Class<?> testClass) {
        return List.of(System.getProperty(APART, "").split("[,\\s]+")).contains(testClass.getPackageName());
    }

    /** Returns the settings of a method for each number of nodes, if it may share jobs. */
    private static List<Settings> sharing(Class<?> testClass, Method method) {
        PmixTest test = AnnotationSupport.findAnnotation(method, PmixTest.class).orElse(null);
        if (test == null || scope(testClass).isEmpty() || !mayShare(test, testClass, method)) {
            return List.of();
        }
        try {
            return Arrays.stream(Settings.nodes(test))
                    .mapToObj(nodes -> Settings.of(test, nodes, testClass, method))
                    .toList();
        } catch (ExtensionConfigurationException e) {
            // JUnit reports it when it comes to the method.
            return List.of();
        }
    }

    private static boolean mayShare(PmixTest test, Class<?> testClass, Method method) {
        boolean ends = test.recoverable() || test.killed().length > 0 || test.exits().length > 0;
        // Without this parameter a method decides itself when PMIx is initialised.
        boolean usesSession = List.of(method.getParameterTypes()).contains(Pmix.class);
        return usesSession && !ends && !test.alone() && !isConditional(method) && !isInConditional(testClass);
    }

    /** Tests whether JUnit may leave out a class, or one around it. */
    private static boolean isInConditional(Class<?> testClass) {
        for (Class<?> each = testClass; each != null; each = each.getEnclosingClass()) {
            if (isConditional(each) || hasConditionInField(each)) {
                return true;
            }
        }
        // A condition that JUnit finds by itself, if it is set to do so.
        return ServiceLoader.load(Extension.class).stream()
                .anyMatch(each -> ExecutionCondition.class.isAssignableFrom(each.type()));
    }

    /** Tests whether a field may hold a condition; that of an instance is not known yet, only its type. */
    private static boolean hasConditionInField(Class<?> testClass) {
        return AnnotationSupport.findAnnotatedFields(testClass, RegisterExtension.class).stream()
                .map(Field::getType)
                .anyMatch(type -> type.isInterface() || ExecutionCondition.class.isAssignableFrom(type));
    }

    /** Tests whether JUnit may leave it out, which is not known yet. Its conditions are extensions, also those of users. */
    private static boolean isConditional(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, Disabled.class)
                || AnnotationSupport.findRepeatableAnnotations(element, ExtendWith.class).stream()
                        .flatMap(each -> Arrays.stream(each.value()))
                        .anyMatch(ExecutionCondition.class::isAssignableFrom);
    }
}
