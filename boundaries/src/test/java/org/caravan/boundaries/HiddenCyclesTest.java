package org.caravan.boundaries;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaParameter;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Spring refuses objects that need each other, but not if one of them asks later: by an ObjectProvider, or lazily. Here both count as need.
 */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class HiddenCyclesTest {

    private static final String BEAN = "org.springframework.context.annotation.Bean";
    private static final String COMPONENT = "org.springframework.stereotype.Component";

    private final JavaClasses classes;
    /** What the server creates, by the name of its class or of the bean's type, each with the types it needs. */
    private final Map<String, Set<JavaClass>> needs = new TreeMap<>();
    private final Map<String, JavaClass> types = new TreeMap<>();

    private HiddenCyclesTest(JavaClasses classes) {
        this.classes = classes;
    }

    @ArchTest
    static void noObjectProviderHidesACycle(JavaClasses all) {
        new HiddenCyclesTest(all.that(resideInAPackage("org.caravan.server.."))).requireNone();
    }

    private void requireNone() {
        classes.stream().filter(type -> type.isMetaAnnotatedWith(COMPONENT))
                .forEach(type -> type.getConstructors().forEach(constructor -> add(type, constructor)));
        classes.stream().flatMap(type -> type.getMethods().stream()).filter(method -> method.isAnnotatedWith(BEAN))
                .forEach(method -> add(method.getRawReturnType(), method));

        assertThat(needs).hasSizeGreaterThan(150);
        assertThat(classes.stream().flatMap(type -> type.getConstructors().stream()).flatMap(one -> one.getParameters().stream())
                .filter(one -> asksLater(one.getType())).count()).as("parameters that ask later").isPositive();
        assertThat(needs.keySet().stream().flatMap(bean -> wayBack(bean).stream()).toList()).isEmpty();
    }

    private void add(JavaClass type, JavaCodeUnit made) {
        types.put(type.getName(), type);
        Set<JavaClass> needed = needs.computeIfAbsent(type.getName(), name -> new HashSet<>());
        made.getParameters().forEach(parameter -> needed.add(needed(parameter)));
    }

    /** The type itself, or that of the provider or list. */
    private static JavaClass needed(JavaParameter parameter) {
        JavaType type = parameter.getType();
        return type instanceof JavaParameterizedType generic && !generic.getActualTypeArguments().isEmpty()
                ? generic.getActualTypeArguments().get(0).toErasure() : type.toErasure();
    }

    private static boolean asksLater(JavaType type) {
        return type.toErasure().getName().equals("org.springframework.beans.factory.ObjectProvider");
    }

    /** A way from the bean to itself, with arrows; empty if there is none. A bean that wraps another of its type is no cycle. */
    private List<String> wayBack(String bean) {
        List<String> way = new ArrayList<>(List.of(bean));
        return leads(bean, bean, new TreeSet<>(), way) ? List.of(String.join(" -> ", way)) : List.of();
    }

    private boolean leads(String from, String goal, Set<String> seen, List<String> way) {
        for (String next : needs.get(from).stream().flatMap(this::beansOf).filter(bean -> !bean.equals(from)).distinct()
                .sorted().toList()) {
            way.add(next);
            if (next.equals(goal) || seen.add(next) && leads(next, goal, seen, way)) {
                return true;
            }
            way.remove(way.size() - 1);
        }
        return false;
    }

    private Stream<String> beansOf(JavaClass needed) {
        return needs.keySet().stream().filter(bean -> types.get(bean).isAssignableTo(needed.getName()));
    }
}
