package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.dsl.stage.ConstructSupport;
import org.caravan.dsl.stage.Stage;
import org.caravan.dsl.stage.SupportedBy;

/** What docs/language.md says is honoured by a stage is read by a class of that stage that does more than print or copy it. */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class StagesTest {

    private static final List<String> HANDS = List.of("org.caravan.adapter", "org.caravan.change", "org.caravan.execution",
            "org.caravan.routing", "org.caravan.transfer",
            "org.caravan.server.deployment", "org.caravan.server.infrastructure", "org.caravan.server.names", "org.caravan.server.secrets",
                    "org.caravan.server.node");

    private static final Map<Stage, List<String>> PACKAGES = Map.of(
            Stage.PLAN, List.of("org.caravan.problem", "org.caravan.plan", "org.caravan.solver"),
            Stage.EXECUTION, HANDS,
            Stage.SECURITY, Stream.concat(HANDS.stream(), Stream.of("org.caravan.server.model")).toList(),
            Stage.MEASUREMENT, List.of("org.caravan.measure", "org.caravan.probe", "org.caravan.server.network"),
            Stage.ADAPTATION, List.of("org.caravan.rules", "org.caravan.server.adaptation", "org.caravan.server.forecast"),
            Stage.SHOWN, List.of("org.caravan.server"));

    @ArchTest
    static void whatAStageHonoursItReads(JavaClasses all) {
        Map<String, List<JavaClass>> byName = all.stream()
                .filter(type -> type.getPackageName().matches("org\\.caravan\\.(application|infrastructure|adapter|adaptation)(\\..*)?"))
                .collect(Collectors.groupingBy(type -> type.getName().substring(type.getPackageName().length() + 1)));
        assertThat(ConstructSupport.all()).hasSizeGreaterThan(50)
                .allSatisfy((construct, honours) -> assertThat(honours).filteredOn(honour -> !honour.warned()
                && honour.stage() != Stage.KEPT)
                .allSatisfy(honour -> assertThat(readers(honour, byName)).as("%s by %s in %s", construct, honour.accessor(), honour.stage())
                        .isNotEmpty()));
    }

    private static Set<String> readers(SupportedBy honour, Map<String, List<JavaClass>> byName) {
        int dot = honour.accessor().indexOf('.');
        String type = dot < 0 ? honour.accessor() : honour.accessor().substring(0, dot);
        JavaClass owner = byName.getOrDefault(type, List.of()).stream().findFirst()
                .orElseThrow(() -> new AssertionError("there is no record " + type));
        Stream<JavaClass> users = dot < 0
                ? owner.getDirectDependenciesToSelf().stream().map(dependency -> dependency.getOriginClass())
                : owner.getMethods().stream().filter(method -> method.getName().equals(honour.accessor().substring(dot + 1)))
                        .flatMap(method -> method.getAccessesToSelf().stream())
                        .filter(access -> access.getOrigin().getConstructorCallsFromSelf().stream()
                                .noneMatch(call -> call.getTargetOwner().equals(owner)))
                        .map(access -> access.getOriginOwner());
        return users.filter(user -> !user.getName().endsWith("Text")
                && PACKAGES.get(honour.stage()).stream().anyMatch(user.getPackageName()::startsWith))
                .map(JavaClass::getName).collect(Collectors.toSet());
    }
}
