package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.Metric;
import org.caravan.application.ApplicationModel;
import org.caravan.application.DataSet;
import org.caravan.application.LocationRequirement;
import org.caravan.application.SecurityControl;
import org.caravan.formula.Condition;
import org.caravan.formula.Evaluator;
import org.caravan.formula.Measure;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.organisation.Role;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/** What an application says beside parts and places, as records. */
class ApplicationExtrasTest {

    private final ApplicationModel fleet = Texts.parse(Texts.FLEET).applications().get(0);

    @Test
    void dataIsRead() {
        assertThat(fleet.supplement().data()).extracting(DataSet::id).containsExactly("maps", "readings", "trips");
        assertThat(fleet.supplement().data().get(2))
                .isEqualTo(new DataSet("trips", Optional.of(new Bytes(2L << 30)), Optional.of(Sensitivity.PERSONAL),
                Set.of(), Set.of("NO", "SE"), 1, 2, Optional.of("s3://trips/raw"), Set.of("store"), Set.of("tracker"), Set.of()));
    }

    @Test
    void whoStoresDataIsWhereItMayBe() {
        assertThat(fleet.withResidence().locations()).containsExactly(
                new LocationRequirement("archive", Set.of(), Set.of("NO")),
                new LocationRequirement("store", Set.of("simula", "bergen"), Set.of()),
                new LocationRequirement("store", Set.of(), Set.of("NO", "SE")),
                new LocationRequirement("tracker", Set.of("simula", "bergen"), Set.of()));
        assertThat(fleet.withResidence().withResidence()).isEqualTo(fleet.withResidence());
    }

    @Test
    void anAreaOfOneFileServesAll() {
        String area = "area Nordic { countries NO, SE }\n";
        Map<String, String> files = new LinkedHashMap<>(Map.of("fleet.caravan", Texts.FLEET.replace(area, "")));
        files.put("areas.caravan", area);
        assertThat(CaravanLanguage.parse(files).applications()).containsExactly(fleet);
        assertThat(Texts.texts(Texts.parse(Texts.FLEET.replace(area, "")).diagnostics())).anyMatch(text -> text.contains("[unknown-area]"));
    }

    @Test
    void dataThatFitsNoPlaceIsLocated() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("fleet.caravan", Texts.FLEET.replace("{ in NO }", "{ in DK }"));
        files.put("nornet.caravan", Texts.NORNET);
        assertThat(Texts.texts(CaravanLanguage.parse(files).diagnostics())).contains(
                "fleet.caravan:15:8: error: Component archive must be in DK, where infrastructure NorNet has no host. "
                        + "[no-host-in-country]\n"
                        + "    Maybe use one of [CN, NO].");
    }

    @Test
    void whatIsWatchedAndDoneIsReadAndEvaluated() {
        Adaptation adaptation = fleet.supplement().adaptation();
        assertThat(adaptation.metrics()).extracting(Metric::id, Metric::measure).containsExactly(
                tuple("delay", Measure.DURATION), tuple("heat", Measure.NUMBER), tuple("load", Measure.NUMBER),
                        tuple("waiting", new Measure(0, 0, 1, 0)));
        assertThat(adaptation.utilities().get(0).formula()).hasToString("1 / (1 + exp(-1 * 50 ms / delay)) - copies * 0.01");
        Map<String, Condition> conditions = adaptation.constraints().stream()
                .collect(Collectors.toMap(Constraint::id, Constraint::condition));
        assertThat(conditions.get("busy")).hasToString("load > 80 % and not waiting < 5 requests or slo fast violated");

        Evaluator calm = new Evaluator(Map.of("load", 0.5, "waiting", 9.0, "delay", 0.02, "spend", 0.01), conditions, slo -> false);
        assertThat(calm.value(adaptation.metrics().get(1).formula().orElseThrow())).isCloseTo(10, within(1e-9));
        assertThat(calm.holds(conditions.get("busy"))).isFalse();
        assertThat(calm.holds(conditions.get("budget"))).isTrue();
        Evaluator busy = new Evaluator(Map.of("load", 0.9, "waiting", 9.0, "spend", 0.02), conditions, slo -> false);
        assertThat(busy.holds(conditions.get("busy"))).isTrue();
        assertThat(busy.holds(conditions.get("budget"))).isFalse();
        Evaluator blind = new Evaluator(Map.of("load", 0.9), conditions, slo -> false);
        assertThat(blind.truth(conditions.get("busy"))).isEmpty();
        assertThat(new Evaluator(Map.of(), conditions, slo -> true).holds(conditions.get("busy"))).isTrue();
    }

    @Test
    void peopleAndNotesAreRead() {
        assertThat(Texts.parse(Texts.FLEET).organisations()).containsExactly(new Organisation("Harbour",
                List.of(new Person("jane", Optional.of("jane@example.org"), Set.of("operator"), List.of("jane-os"))),
                List.of(new Role("operator", Set.of(Permission.VIEW, Permission.PLAN, Permission.DEPLOY)))));
        assertThat(fleet.supplement().organisation()).contains("Harbour");
        assertThat(fleet.supplement().annotations()).isEqualTo(Map.of("ticket", "HB-12"));
        assertThat(fleet.supplement().componentAnnotations()).isEqualTo(Map.of("tracker", Map.of("team", "maps")));
        assertThat(fleet.supplement().controls()).extracting(SecurityControl::componentIds).containsExactly(Set.of("store", "tracker"));
    }
}
