package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
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
    private final ProvidedSensors sensors = new ProvidedSensors((placed, call) -> {
        ran.add(call.command().words());
        return Optional.ofNullable(printed.get(placed.instance().toString())).orElseThrow(() -> new NoSuchElementException("pi-1"));
    }, Duration.ofSeconds(15), work::add);

    private static InstancePlacement placed(String component, int number) {
        return new InstancePlacement(new InstanceId(component, number), "bergen", "pi-" + number, 1, 100 + number, null);
    }

    private void print(String instance, String output) {
        printed.put(instance, Optional.of(new CopyCommand.Outcome(0, output, "", false, false)));
    }

    private ProvidedSensors.Known at(Instant now) {
        sensors.known(MODEL, TARGET, now);
        work.forEach(Runnable::run);
        work.clear();
        return sensors.known(MODEL, TARGET, now);
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
        sensors.known(MODEL, TARGET, NOW.plusSeconds(30));
        sensors.known(MODEL, TARGET, NOW.plusSeconds(90));
        assertThat(work).as("not again while it is under way").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "many", "1 2", "0x10", "1,5", "--1", "111111111111111111111111111111111111111111111"})
    void whatIsNoNumberHasNoEffect(String output) {
        print("web:1", output);
        print("web:2", "40");
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values().get(0).value()).isEqualTo(0.04);
        assertThat(known.failures()).containsExactly(Map.entry("waiting", "web:1 on pi-1: the program did not print one number"));
    }

    @Test
    void withoutAnyNumberThereIsNoValue() {
        printed.put("web:1", Optional.of(new CopyCommand.Outcome(3, "7", "", false, false)));
        printed.put("web:2", Optional.of(new CopyCommand.Outcome(124, "", "", false, true)));
        ProvidedSensors.Known known = at(NOW);
        assertThat(known.values()).isEmpty();
        assertThat(known.failures().get("waiting")).isEqualTo("web:2 on pi-2: the program did not end within 5 s");
        printed.clear();
        assertThat(at(NOW.plusSeconds(60)).failures().get("waiting")).startsWith("web:2 on pi-2: ");
    }
}
