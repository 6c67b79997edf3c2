package org.caravan.boundaries;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Who may depend on whom: the arrows of docs/architecture.md. */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class BoundariesTest {

    /** Xtext and EMF generate the language's metamodel and parser with packages and cycles of their own making. */
    static final class WrittenByHand implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("/org/caravan/dsl/caravan/") && !location.contains("/org/caravan/dsl/parser/")
                    && !location.contains("/org/caravan/dsl/serializer/") && !location.contains("/org/caravan/dsl/services/")
                    && !location.contains("/org/caravan/dsl/ide/contentassist/");
        }
    }

    @ArchTest
    static final ArchRule arrowsPointOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("units").definedBy("org.caravan.unit..", "org.caravan.canonical..", "org.caravan.diagnostic..", "org.caravan.text..")
            .layer("infrastructure").definedBy("org.caravan.infrastructure..")
            .layer("application").definedBy("org.caravan.application..", "org.caravan.adaptation..",
                    "org.caravan.formula..", "org.caravan.organisation..")
            .layer("dsl").definedBy(resideInAPackage("org.caravan.dsl..").and(not(resideInAPackage("org.caravan.dsl.ide.."))))
            .layer("ide").definedBy("org.caravan.dsl.ide..")
            .layer("exporters").definedBy("org.caravan.exporters..")
            .layer("picture").definedBy("org.caravan.picture..")
            .layer("json").definedBy("org.caravan.json..")
            .layer("writer").definedBy("org.caravan.writer..")
            .layer("importers").definedBy("org.caravan.importers..")
            .layer("services").definedBy("org.caravan.service..")
            .layer("api").definedBy("org.caravan.api..")
            .layer("client").definedBy("org.caravan.client..")
            .layer("cli").definedBy("org.caravan.cli..")
            .layer("maven").definedBy("org.caravan.maven..")
            .layer("image").definedBy("org.caravan.image..")
            .layer("adapter").definedBy("org.caravan.adapter")
            .layer("machine").definedBy("org.caravan.machine..")
            .layer("durable").definedBy("org.caravan.durable..")
            .layer("ssh").definedBy("org.caravan.ssh..")
            .layer("transfer").definedBy("org.caravan.transfer..")
            .layer("node").definedBy("org.caravan.adapter.node..")
            .layer("microvm").definedBy("org.caravan.adapter.microvm..")
            .layer("docker").definedBy("org.caravan.adapter.docker..")
            .layer("lxc").definedBy("org.caravan.adapter.lxc..")
            .layer("rented").definedBy("org.caravan.adapter.rented..")
            .layer("openstack").definedBy("org.caravan.adapter.openstack..")
            .layer("aws").definedBy("org.caravan.adapter.aws..")
            .layer("jclouds").definedBy("org.caravan.adapter.jclouds..")
            .layer("simulated").definedBy("org.caravan.adapter.simulated..")
            .layer("measure").definedBy("org.caravan.measure..")
            .layer("probe").definedBy("org.caravan.probe..")
            .layer("qos").definedBy("org.caravan.qos..")
            .layer("store").definedBy("org.caravan.store..")
            .layer("turns").definedBy("org.caravan.turns..")
            .layer("problem").definedBy("org.caravan.problem..")
            .layer("plan").definedBy("org.caravan.plan..")
            .layer("solver").definedBy("org.caravan.solver..")
            .layer("rules").definedBy("org.caravan.rules..")
            .layer("forecast").definedBy("org.caravan.forecast..")
            .layer("change").definedBy("org.caravan.change..")
            .layer("execution").definedBy("org.caravan.execution..")
            .layer("routing").definedBy("org.caravan.routing..")
            .layer("server").definedBy("org.caravan.server..")
            .layer("testing").definedBy("org.caravan.testing..")
            .whereLayer("testing").mayNotBeAccessedByAnyLayer()
            .whereLayer("server").mayNotBeAccessedByAnyLayer()
            .whereLayer("importers").mayOnlyBeAccessedByLayers("cli")
            // Command line and Maven plugin inspect an upload where its files are, the server what it receives.
            .whereLayer("services").mayOnlyBeAccessedByLayers("cli", "maven", "server")
            .whereLayer("writer").mayOnlyBeAccessedByLayers("importers", "server")
            .whereLayer("solver").mayOnlyBeAccessedByLayers("server")
            .whereLayer("rules").mayOnlyBeAccessedByLayers("server")
            .whereLayer("forecast").mayOnlyBeAccessedByLayers("server")
            .whereLayer("execution").mayOnlyBeAccessedByLayers("server")
            .whereLayer("routing").mayOnlyBeAccessedByLayers("server")
            .whereLayer("dsl").mayOnlyBeAccessedByLayers("server", "maven", "picture", "exporters", "ide")
            .whereLayer("ide").mayOnlyBeAccessedByLayers("server")
            .whereLayer("exporters").mayNotBeAccessedByAnyLayer()
            .whereLayer("picture").mayOnlyBeAccessedByLayers("ide")
            .whereLayer("maven").mayNotBeAccessedByAnyLayer()
            .whereLayer("api").mayOnlyBeAccessedByLayers("client", "cli", "maven", "server")
            .whereLayer("client").mayOnlyBeAccessedByLayers("cli", "maven")
            .whereLayer("lxc").mayOnlyBeAccessedByLayers("rented", "server")
            .whereLayer("rented").mayOnlyBeAccessedByLayers("server")
            .whereLayer("microvm").mayOnlyBeAccessedByLayers("server")
            .whereLayer("docker").mayOnlyBeAccessedByLayers("server")
            .whereLayer("openstack").mayOnlyBeAccessedByLayers("server")
            .whereLayer("aws").mayOnlyBeAccessedByLayers("server")
            .whereLayer("jclouds").mayOnlyBeAccessedByLayers("openstack", "server")
            .whereLayer("machine").mayOnlyBeAccessedByLayers("adapter", "simulated", "rented", "openstack", "aws", "jclouds",
                    "change", "execution", "server")
            .whereLayer("durable").mayOnlyBeAccessedByLayers("ssh", "transfer", "image", "rented", "server")
            .whereLayer("node").mayOnlyBeAccessedByLayers("lxc", "rented", "microvm", "docker", "server")
            .whereLayer("simulated").mayOnlyBeAccessedByLayers("server")
            .whereLayer("probe").mayOnlyBeAccessedByLayers("server")
            .whereLayer("qos").mayOnlyBeAccessedByLayers("node", "plan", "server")
            .whereLayer("store").mayOnlyBeAccessedByLayers("server")
            .whereLayer("turns").mayOnlyBeAccessedByLayers("cli", "server")
            .whereLayer("ssh").mayOnlyBeAccessedByLayers("transfer", "lxc", "rented", "node", "microvm", "docker", "probe", "server")
            .whereLayer("transfer").mayOnlyBeAccessedByLayers("lxc", "rented", "node", "microvm", "docker", "server")
            .whereLayer("image").mayOnlyBeAccessedByLayers("transfer", "lxc", "rented", "node", "microvm", "docker", "server")
            .whereLayer("json").mayOnlyBeAccessedByLayers("dsl", "node", "simulated", "execution", "server")
            .whereLayer("change").mayOnlyBeAccessedByLayers("execution", "routing", "server")
            .whereLayer("plan").mayOnlyBeAccessedByLayers("solver", "change", "execution", "routing", "server")
            .whereLayer("problem").mayOnlyBeAccessedByLayers("plan", "solver", "server")
            .ensureAllClassesAreContainedInArchitecture();

    @ArchTest
    static final ArchRule packagesAreAcyclic =
            slices().matching("org.caravan.(**)").namingSlices("$1").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule recordsKnowNoFramework = noClasses()
            .that().resideInAnyPackage("org.caravan.unit..", "org.caravan.canonical..", "org.caravan.diagnostic..",
                    "org.caravan.infrastructure..", "org.caravan.application..", "org.caravan.formula..", "org.caravan.adaptation..",
                    "org.caravan.organisation..", "org.caravan.adapter", "org.caravan.measure..",
                    "org.caravan.problem..", "org.caravan.plan..", "org.caravan.change..")
            .should().dependOnClassesThat().resideInAnyPackage("org.springframework..", "org.eclipse..", "tools.jackson..",
                    "com.fasterxml..", "org.optaplanner..", "org.apache.camel..", "org.apache.sshd..", "java.sql..", "java.net.http..");

    @ArchTest
    static final ArchRule optaPlannerLivesInTheSolver = noClasses()
            .that().resideOutsideOfPackage("org.caravan.solver..")
            .should().dependOnClassesThat().resideInAPackage("org.optaplanner..");

    @ArchTest
    static final ArchRule droolsLivesInTheRules = noClasses()
            .that().resideOutsideOfPackage("org.caravan.rules..")
            .should().dependOnClassesThat().resideInAnyPackage("org.drools..", "org.kie..");

    /** Rules and limits are pure: observations and times come in, findings go out. */
    @ArchTest
    static final ArchRule rulesAskNobody = noClasses()
            .that().resideInAPackage("org.caravan.rules..")
            .should().dependOnClassesThat().resideInAnyPackage("org.caravan.adapter..", "org.caravan.plan..", "org.caravan.server..",
                    "java.sql..", "java.net..")
            .orShould().callMethod(java.time.Instant.class, "now").orShould().callMethod(System.class, "currentTimeMillis");

    /** Forecasts are pure: series come in, predictions go out. */
    @ArchTest
    static final ArchRule forecastsAskNobody = noClasses()
            .that().resideInAPackage("org.caravan.forecast..")
            .should().dependOnClassesThat(resideInAPackage("org.caravan..").and(not(resideInAPackage("org.caravan.forecast.."))))
            .orShould().dependOnClassesThat().resideInAnyPackage("java.sql..", "java.net..", "java.nio.file..")
            .orShould().callMethod(java.time.Instant.class, "now").orShould().callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule springLivesInTheServer = noClasses()
            .that().resideOutsideOfPackage("org.caravan.server..")
            .should().dependOnClassesThat().resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule openTelemetryLivesInTraces = noClasses()
            .that().resideOutsideOfPackage("org.caravan.server.trace..")
            .should().dependOnClassesThat().resideInAPackage("io.opentelemetry..");

    /** A command that polls the server waits while the server restarts: {@code Polling} has the only pause, and repeats the read. */
    @ArchTest
    static final ArchRule commandsPollThroughOneClass = noClasses()
            .that().resideInAnyPackage("org.caravan.cli..", "org.caravan.client..", "org.caravan.maven..")
            .and().doNotHaveFullyQualifiedName("org.caravan.client.Polling")
            .should().callMethod(Thread.class, "sleep", long.class)
            .orShould().callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class);

    /** What changes nothing and asks nobody, as an import, runs where the files are. */
    @ArchTest
    static final ArchRule commandLineKnowsOnlyRestAndImporters = classes()
            .that().resideInAPackage("org.caravan.cli..")
            .should().onlyDependOnClassesThat().resideInAnyPackage("org.caravan.cli..", "org.caravan.api..", "org.caravan.client",
                    "org.caravan.importers",
                    "org.caravan.importers.draft", "org.caravan.service", "org.caravan.turns",
                    "org.caravan.application", "org.caravan.diagnostic", "java..", "picocli..", "tools.jackson..");

    @ArchTest
    static final ArchRule clientsKnowOnlyRest = classes()
            .that().resideInAPackage("org.caravan.client..")
            .should().onlyDependOnClassesThat().resideInAnyPackage("org.caravan.client..", "org.caravan.api..", "java..", "javax.net.ssl",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..");

    /** Both ends of REST share these; what they say is their fields. */
    @ArchTest
    static final ArchRule answersAreRecords = classes()
            .that().resideInAPackage("org.caravan.api..").and().haveSimpleNameNotEndingWith("package-info")
            .should().onlyDependOnClassesThat().resideInAnyPackage("org.caravan.api..", "java..", "com.fasterxml.jackson.annotation..",
                    "io.swagger.v3.oas.annotations..")
            .andShould(new ArchCondition<JavaClass>("be records, enums or annotations of their fields") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    events.add(new SimpleConditionEvent(type, type.isRecord() || type.isEnum() || type.isAnnotation(),
                            type.getDescription() + " is none of them"));
                }
            });

    @ArchTest
    static final ArchRule yamlIsReadByOnePackage = noClasses()
            .that().resideOutsideOfPackage("org.caravan.importers.yaml..")
            .should().dependOnClassesThat().resideInAPackage("org.yaml..");

    /** A stream of rows holds its connection until somebody closes it, a list does not; of few connections the last was lost so. */
    @ArchTest
    static final ArchRule rowsAreReadAsLists = noClasses()
            .should().callMethodWhere(target(owner(resideInAPackage("org.springframework.jdbc..")))
                    .and(target(nameMatching("stream|queryForStream"))));

    @ArchTest
    static final ArchRule noNamesThatSayNothing = noClasses()
            .should().resideInAnyPackage("..util..", "..utils..", "..common..", "..impl..", "..manager..", "..helper..")
            .orShould().haveSimpleNameEndingWith("Util").orShould().haveSimpleNameEndingWith("Utils")
            .orShould().haveSimpleNameEndingWith("Helper").orShould().haveSimpleNameEndingWith("Manager")
            .orShould().haveSimpleNameEndingWith("Impl");

    /** What the port answers for those who cannot would be answered in the name of one who can. */
    @ArchTest
    static final ArchRule whoPassesCallsOnPassesAllOfThem = classes()
            .that().implement("org.caravan.adapter.CloudAdapter").and(DescribedPredicate.describe("have another adapter",
                    type -> type.getFields().stream()
                            .anyMatch(field -> field.getRawType().getName().equals("org.caravan.adapter.CloudAdapter"))))
            .should(new ArchCondition<>("declare each method of the port") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    type.getAllRawInterfaces().stream().filter(port -> port.getName().equals("org.caravan.adapter.CloudAdapter"))
                            .flatMap(port -> port.getMethods().stream())
                            .filter(method -> type.tryGetMethod(method.getName(), names(method)).isEmpty())
                            .forEach(method -> events.add(SimpleConditionEvent.violated(type, type.getName() + " does not declare "
                                    + method.getFullName())));
                }

                private String[] names(JavaMethod method) {
                    return method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
                }
            });
}
