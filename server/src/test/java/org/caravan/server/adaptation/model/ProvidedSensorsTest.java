package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.model.MetricReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs in the copies print becomes the value of a metric; what is no number has no effect, and there is a reason. */
class ProvidedSensorsTest {

    private static final Instant NOW = Instant.parse("2026-11-26T06:00:00Z");
    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { replicas 1..3  capacity 5 requests/s  form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80 }
              metric waiting { sensor "queue --length" of web  unit ms  every 30 s }
            }
            """)).applications().get(0);
    private static final DeploymentPlan TARGET = new DeploymentPlan("shop", "", Optional.empty(), 1,
            List.of(placed("web", 1), placed("web", 2), placed("other", 1)), List.of(), List.of());

    private final Map<String, Optional<CopyCommand.Outcome>> printed = new TreeMap<>();
    private final List<List<String>> ran = new ArrayList<>();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private RuntimeException fault = new NoSuchElementException("pi-1");
    private Duration takes = Duration.ZERO;
    private boolean deploying;
    private long nanos;
    private final ProvidedSensors sensors = new ProvidedSensors((placed, call) -> {
        nanos += takes.toNanos();
        ran.add(call.command().words());
        asked.add(call.application() + " " + placed.instance());
        return Optional.ofNullable(printed.get(placed.instance().toString())).orElseThrow(() -> fault);
    }, Duration.ofSeconds(15), work::add, () -> nanos);

    private static InstancePlacement placed(String component, int number) {
        return new InstancePlacement(new InstanceId(component, number), "bergen", "pi-" + number, 1, 100 + number, null);
    }

    private void print(String instance, String output) {
        printed.put(instance, Optional.of(new CopyCommand.Outcome(0, output, "", false, false)));
    }

    private ProvidedSensors.Known at(Instant now) {
        sensors.known(MODEL, TARGET, deploying, now);
        run();
        return sensors.known(MODEL, TARGET, deploying, now);
    }

    private void run() {
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    @Test
    void theMeanOverCopiesInBaseUnits() {
        print("web:1", "100\n");
        print("web:2", " 3e2 ");
        MetricReading value = at(NOW).values().get(0);
        assertThat(value.seriesId()).isEqualTo("waiting");
        assertThat(value.value()).isCloseTo(0.2, within(1e-12));
        assertThat(value.at()).isEqualTo(NOW);
        assertThat(ran).containsOnly(List.of("queue", "--length")).hasSize(2);
        assertThat(ProvidedSensors.usedBy(MODEL)).isTrue();
    }

    @Test
    void aProgramRunsOncePerInterval() {
        print("web:1", "1");
        print("web:2", "1");
        at(NOW);
        at(NOW.plusSeconds(29));
        assertThat(ran).hasSize(2);
        sensors.known(MODEL, TARGET, deploying, NOW.plusSeconds(30));
        sensors.known(MODEL, TARGET, deploying, NOW.plusSeconds(90));
        assertThat(work).as("not again while it is under way").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "many", "1 2", "0x10", "1,5", "--1", "111111111111111111111111111111111111111111111"})
    void whatIsNoNumberHasNoEffect(String output) {
        print("web:1", output);
        print("web:2", "40");
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values().get(0).value()).isEqualTo(0.04);
        assertThat(known.failures()).containsExactly(Map.entry("waiting",
                new ProvidedSensors.Failure("web:1 on pi-1: the program did not print one number", false)));
    }

    @Test
    void withoutAnyNumberThereIsNoValue() {
        printed.put("web:1", Optional.of(new CopyCommand.Outcome(3, "7", "", false, false)));
        printed.put("web:2", Optional.of(new CopyCommand.Outcome(124, "", "", false, true)));
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values()).isEmpty();
        assertThat(known.failures().get("waiting")).isEqualTo(
                new ProvidedSensors.Failure("web:2 on pi-2: the program did not end within 5 s", true));
        printed.clear();
        assertThat(at(NOW.plusSeconds(60)).failures().get("waiting").why()).startsWith("web:2 on pi-2: ");
    }

    /** A fault that no adapter should have affects one copy, once. */
    @Test
    void anUnexpectedFaultEndsNoMetric() {
        fault = new IllegalStateException("secret");
        print("web:2", "40");
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values().get(0).value()).isEqualTo(0.04);
        assertThat(known.failures()).containsExactly(Map.entry("waiting",
                new ProvidedSensors.Failure("web:1 on pi-1: the program could not be run", false)));
        print("web:1", "80");
        assertThat(at(NOW.plusSeconds(30)).values().get(0).value()).isCloseTo(0.06, within(1e-12));
    }

    /** The value is of the time at which the newest program began, not of that at which the reading began to wait. */
    @Test
    void aValueHasTheTimeOfItsProgram() {
        print("web:1", "1");
        print("web:2", "1");
        takes = Duration.ofSeconds(2);
        sensors.known(MODEL, TARGET, deploying, NOW);
        nanos += Duration.ofSeconds(5).toNanos();
        run();
        assertThat(sensors.known(MODEL, TARGET, deploying, NOW.plusSeconds(9)).values().get(0).at()).isEqualTo(NOW.plusSeconds(7));
    }

    @Test
    void aReadingEndsWithItsIntervalAndTheNextBeginsWithTheOthers() {
        print("web:1", "1");
        print("web:2", "3");
        takes = Duration.ofSeconds(40);
        assertThat(at(NOW).values().get(0).value()).isEqualTo(0.001);
        assertThat(at(NOW.plusSeconds(40)).values().get(0).value()).isEqualTo(0.003);
        assertThat(at(NOW.plusSeconds(80)).values().get(0).value()).isEqualTo(0.001);
        assertThat(asked).containsExactly("shop web:1", "shop web:2", "shop web:1");
    }

    @Test
    void applicationsTakeTurns() {
        DeploymentPlan many = new DeploymentPlan("shop", "", Optional.empty(), 1,
                List.of(placed("web", 1), placed("web", 2), placed("web", 3)), List.of(), List.of());
        sensors.known(MODEL, many, false, NOW);
        sensors.known(CaravanLanguage.parse(Map.of("desk.caravan", """
                application desk {
                  component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
                  metric waiting { sensor "queue --length" of web  unit ms }
                }
                """)).applications().get(0), TARGET, false, NOW);
        assertThat(work).as("one turn of each").hasSize(2);
        run();
        assertThat(asked).containsExactly("shop web:1", "desk web:1", "shop web:2", "desk web:2", "shop web:3");
    }

    /** A copy that is not deployed yet is no failure; one that cannot be reached is. */
    @Test
    void copiesThatAreBeingDeployedAreSkipped() {
        print("web:1", "40");
        deploying = true;
        fault = new AdapterFault(AdapterFault.Kind.FAILED, "There is no copy (web:2).");
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values().get(0).value()).isEqualTo(0.04);
        assertThat(known.failures()).isEmpty();
        deploying = false;
        assertThat(at(NOW.plusSeconds(30)).failures().get("waiting"))
                .isEqualTo(new ProvidedSensors.Failure("web:2 on pi-2: FAILED", false));
        List<String> recorded = new ArrayList<>();
        FindingNotes notes = new FindingNotes(record -> recorded.add(record.cause()), Clock.fixed(NOW, ZoneOffset.UTC));
        for (boolean everywhere : List.of(false, true, true)) {
            notes.unread(MODEL, Map.of("waiting", new ProvidedSensors.Failure("web:2 on pi-2: FAILED", everywhere)));
        }
        assertThat(recorded).containsExactly("A copy gives no value for metric waiting: web:2 on pi-2: FAILED.",
                "The sensor of metric waiting gives no value: web:2 on pi-2: FAILED.");
    }
}
