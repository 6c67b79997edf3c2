package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The time of day comes from a clock that is handed in, so that a test can set it forward and back; how long something is waited for is
 * measured by {@code System.nanoTime}, which is never set. A class that takes the time of day by itself is here with the reason why it may.
 */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class ClockTest {

    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("org.caravan.execution.time.Clock", "the port itself"),
            Map.entry("org.caravan.server.ServerConfiguration", "makes the server's clock"),
            Map.entry("org.caravan.server.backup.BackupCommands", "makes the clock of a command that ends by itself"),
            Map.entry("org.caravan.server.data.Leftovers",
                    "compares with the times of files, which the same clock gave; at the start only"),
            Map.entry("org.caravan.adapter.openstack.OpenStackCloud", "makes the clock of a cloud, whose tokens end by the time of day"),
            Map.entry("org.caravan.measure.schedule.ProbeBudgetLeft", "without budgets: what was spent when counts for nothing"));

    private static final Map<String, Set<String>> TIME_OF_DAY = Map.of(
            "java.lang.System", Set.of("currentTimeMillis"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDate", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.OffsetDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"));

    /** Clients and tools of builds end by themselves; what a bench takes is its figure. */
    private static final Set<String> ELSEWHERE = Set.of("org.caravan.adapter.testkit", "org.caravan.testing", "org.caravan.bench",
            "org.caravan.solver.bench");

    @ArchTest
    static void theTimeOfDayIsHandedIn(JavaClasses all) {
        Set<String> found = all.stream().filter(each -> ELSEWHERE.stream()
                .noneMatch(place -> (each.getPackageName() + ".").startsWith(place + ".")))
                .filter(ClockTest::takesIt).map(each -> each.getName().replaceFirst("[$].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).as("classes that take the time of day by themselves; maybe let a clock be handed in, or wait by System.nanoTime")
                .isEqualTo(new TreeSet<>(ALLOWED.keySet()));
    }

    /** A span of the time of day is no measure of how long to wait: after the clock was set it is hours, or negative. */
    @ArchTest
    static void nothingSleepsByTheTimeOfDay(JavaClasses all) {
        Set<String> found = all.stream().filter(each -> !each.getPackageName().startsWith("org.caravan.adapter.testkit"))
                .filter(each -> calls(each).anyMatch(call -> call.equals("java.util.concurrent.locks.LockSupport.parkUntil")
                        || call.equals("java.util.concurrent.locks.Condition.awaitUntil")))
                .map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).isEmpty();
    }

    private static boolean takesIt(JavaClass each) {
        boolean calls = TIME_OF_DAY.entrySet().stream().anyMatch(owner -> owner.getValue().stream()
                .anyMatch(name -> calls(each).anyMatch((owner.getKey() + "." + name)::equals)));
        // Without an argument it is the time of day.
        return calls || each.getConstructorCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().getName().equals("java.util.Date")
                        && call.getTarget().getRawParameterTypes().isEmpty());
    }

    private static Stream<String> calls(JavaClass each) {
        return Stream.concat(each.getMethodCallsFromSelf().stream().filter(call -> !call.getName().equals("now")
                || call.getTarget().getRawParameterTypes().isEmpty())
                        .map(call -> call.getTargetOwner().getName() + "." + call.getName()),
                each.getMethodReferencesFromSelf().stream().map(call -> call.getTargetOwner().getName() + "." + call.getName()));
    }
}
