package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * As {@link RuleTest}, of what an application says beside parts and places; that no stage honours something yet is not what is tested here.
 */
class ApplicationExtrasRuleTest {

    static final String NOT_YET = "not-yet-honoured";

    static final List<Case> DATA = List.of(
            new Case("unknown-area", "within Nordic", "within Nordc", "use one of [Nordic, labs]"),
            new Case("unknown-area", "within Nordic", "within NO", "write in NO, which is a country, or use one of [Nordic, labs]"),
            new Case("unknown-area", "tracker within labs", "tracker within lab", "names area lab"),
            new Case("unknown-data", "stores readings", "stores reading", "Component archive names data reading"),
            new Case("duplicate-name", "data readings", "data trips { } data readings", "more than one data trips"),
            new Case("duplicate-name", "area labs", "area labs { countries NO } area labs", "more than one area labs"),
            new Case("duplicate-property", "size 2 GiB", "size 2 GiB size 3 GiB", "Data trips says size"),
            new Case("duplicate-property", "{ in NO }", "{ in NO at simula }", "Data readings has more than one rule on where"),
            new Case("missing-unit", "size 2 GiB", "size 2", "Size 2 of data trips has no unit"),
            new Case("country-unknown", "countries NO, SE", "countries NO, SWE", "Area Nordic names country SWE"),
            new Case("country-unknown", "{ in NO }", "{ in NOR }", "names country NOR"),
            new Case("class-unknown", "class personal", "class private", "use one of [personal"),
            new Case("replicas-order", "replicas 1..2", "replicas 2..1", "Data trips has replicas 2..1"),
            new Case("replicas-range", "replicas 1..2", "replicas 0..2", "Replicas 0 of data trips"),
            new Case("source-with-secret", "s3://trips", "s3://me:key@trips", "The source of data trips names a user"),
            new Case("stores-stateless", "component archive stateful", "component archive", "stores data, but is not stateful"),
            new Case("duplicate-use", "consumes maps", "consumes maps, maps", "consumes maps more than once"),
            new Case("data-unstored", "    stores readings\n", "", "add to the component that does: stores readings"));

    static final List<Case> ADAPTATION = List.of(
            new Case("utility-unknown-value", "exp(-1 * 50 ms / delay)", "exp(-1 * heat)",
                    "names load, which is unknown before the application runs: planning ignores it"),
            new Case("utility-unknown-value", "sensor latency of look  every 10 s",
                    "sensor latency of look  every 10 s  window 60 s by max", "names delay, which"),
            new Case("unknown-value", "when busy", "when bussy", "use one of [busy"),
            new Case("unknown-value", "max(load, 50 %)", "max(lod, 50 %)", "names value lod"),
            new Case("unknown-slo", "slo fast violated", "slo fats violated", "names slo fats"),
            new Case("unknown-component-or-request", "cpu of tracker", "cpu of trackr", "use one of [tracker"),
            new Case("notify-address", "notify \"https://hooks.example.org/fleet\"", "notify \"hooks.example.org/fleet\"",
                    "begins with neither https:// nor http:// nor mailto:"),
            new Case("notify-address", "https://hooks.example.org/fleet", "mailto:ops@example.org?cc=a@b",
                    "is not mailto: with one e-mail address"),
            new Case("times-alone", "every 1 day ", "every 1 day at least 3 times in 5 min ", "but has no condition"),
            new Case("times-alone", "for 2 min", "for 2 min at least 3 times in 5 min", "but also says for how long"),
            new Case("cron-alone", "cron \"0 4", "every 1 day  cron \"0 4", "and also a period"),
            new Case("cron-alone", "cron \"0 4", "when busy  cron \"0 4", "and also a condition"),
            new Case("cron-unreadable", "0 4 * * SUN", "0 25 * * SUN", "one of its fields has another form"),
            new Case("cron-unreadable", "0 4 * * SUN", "0 4 * *", "does not have the five fields"),
            new Case("zone-without-cron", "cron \"0 4 * * SUN\"", "every 7 day", "but no schedule"),
            new Case("zone-unknown", "\"Europe/Oslo\"  then", "\"Europe/Olso\"  then", "does not exist"),
            new Case("limit-range", "moves-per-hour 4", "moves-per-hour 1.5", "is not a whole number"),
            new Case("limit-range", "unavailable-at-once 1", "unavailable-at-once 100", "is not 0 to 99"),
            new Case("quantity-range", "cool-down 2 min", "cool-down 0 min", "is not above zero"),
            new Case("maintenance-unreadable", "SAT-SUN 02:00-05:00 Europe/Oslo", "SAT-SUN 02:00-05:00", "cannot be read"),
            new Case("duplicate-property", "moves-per-hour 4", "moves-per-hour 4 moves-per-hour 5", "says moves-per-hour more than once"),
            new Case("times-range", "at least 3 times", "at least 1 times", "is not 2 to 98"),
            new Case("quantity-range", "times in 5 min", "times in 0 min", "is not above zero"),
            new Case("actions-apart", "restart tracker", "restart tracker, replan", "write two rules"),
            new Case("restart-stateful", "restart tracker", "restart archive", "would begin without its data"),
            new Case("unknown-component", "restart tracker", "restart trackr", "use one of [tracker"),
            new Case("actions-apart", "reserve 22 Mbit/s of tracker", "reserve 22 Mbit/s of tracker, replan", "changes bandwidth"),
            new Case("reserve-bounds", "5 Mbit/s more of tracker within 5..20 Mbit/s", "5 Mbit/s more of tracker", "5 Mbit/s more without"),
            new Case("reserve-bounds", "reserve 22 Mbit/s of tracker", "reserve 22 Mbit/s of tracker within 5..20 Mbit/s",
                    "does not change by it"),
            new Case("reserve-bounds", "more of tracker within 5..20 Mbit/s", "more of tracker within 25..20 Mbit/s", "within 25..20"),
            new Case("reserve-above-max", "component tracker {", "component tracker { bandwidth { max 21 Mbit/s }",
                    "up to 22 Mbit/s of component tracker, whose bandwidth has max 21 Mbit/s"),
            new Case("missing-unit", "reserve 22 Mbit/s", "reserve 22", "Rate 22 of rule fixed has no unit"),
            new Case("unknown-component", "bandwidth of tracker", "bandwidth of trackr", "use one of [tracker"),
            new Case("run-empty", "run \"/bin/sync --all\"", "run \" \"", "names no program"),
            new Case("unknown-component", "--all\" in tracker", "--all\" in trackr", "use one of [tracker"),
            new Case("unknown-role", "roles operator", "roles operater", "use one of operator"),
            new Case("unknown-organisation", "owned by Harbour", "owned by Harbor", "use one of Harbour"),
            new Case("duplicate-name", "variable copies", "variable heat is cost variable copies", "more than one variable heat"),
            new Case("metric-source", "metric delay { sensor latency of look", "metric delay { sensor latency of look formula 3 ms",
                    "both a sensor and a formula"),
            new Case("metric-source", "constraint busy", "metric empty { every 3 s } constraint busy", "neither a sensor nor a formula"),
            new Case("missing-property", "of tracker  unit requests", "of tracker", "has no unit"),
            new Case("sensor-unknown", "sensor cpu of", "sensor cpus of", "use one of [cpu"),
            new Case("sensor-subject", "sensor cpu of tracker", "sensor cpu of look", "is not read of request look"),
            new Case("sensor-subject", "sensor latency of look", "sensor latency", "add: of a request"),
            new Case("sensor-program", "\"queue-length\" of tracker", "\"queue-length\"", "in no component, so its value stays unknown"),
            new Case("property-unknown", "is replicas of", "is replica of", "use one of [replicas"),
            new Case("property-subject", "is replicas of tracker", "is replicas", "is of no component"),
            new Case("property-subject", "is cost", "is cost of tracker", "is of the whole plan"),
            new Case("value-cycle", "constraint busy { load", "metric own { formula own + 1 } constraint busy { load",
                    "Metric own is computed from itself"),
            new Case("aggregate-unknown", "by mean", "by average", "use one of [mean"),
            new Case("unknown-unit", "unit requests", "unit requested", "use one of [requests"),
            new Case("unknown-unit", "load > 80 %", "load > 80 percent", "Unit percent of constraint busy"),
            new Case("unknown-unit", "every 5 s", "every 5 ms", "is not a span of time"),
            new Case("function-unknown", "exp(-1", "expo(-1", "use one of [exp"),
            new Case("function-arguments", "exp(-1 * 50 ms / delay)", "exp(-1, delay / 1 ms)", "takes one argument, not 2"),
            new Case("units-differ", "load > 80 %", "load > 80 ms", "a number and time"),
            new Case("units-differ", "/ 1 ms }", "+ 1 requests }", "time and requests"),
            new Case("units-differ", "exp(-1 * 50 ms / delay)", "exp(-1 ms / 50)", "takes a number without a unit, not time"),
            new Case("constraint-as-value", "max(load, 50 %)", "max(load, busy)", "Constraint busy is no value"),
            new Case("value-as-condition", "when busy", "when load", "neither holds nor not"),
            new Case("quantity-range", "pause 10 min", "pause 0 min", "is not above zero"),
            new Case("quantity-range", "0.01 weight", "0.0100000000000000001 weight", "more than 18 characters"),
            new Case("missing-property", "then scale out tracker by 2, replan", "", "add: then replan"),
            new Case("missing-property", "every 1 day ", "", "none of when, every and cron"),
            new Case("for-without-when", "every 1 day ", "every 1 day for 3 min ", "but no condition"),
            new Case("direction-unknown", "scale out", "scale outwards", "use one of [out"),
            new Case("scale-fixed", "scale out tracker by 2", "scale out archive", "number of replicas is fixed"),
            new Case("count-range", "by 2,", "by 99,", "is not 1 to 98"),
            new Case("weight-range", "weight 2", "weight 0", "is not 0.001 to 1000000"),
            new Case("permission-unknown", "may view", "may look", "use one of ["));

    @ParameterizedTest
    @FieldSource("ADAPTATION")
    void adaptationRule(Case rule) {
        check(rule);
    }

    @ParameterizedTest
    @FieldSource("DATA")
    void dataRule(Case rule) {
        check(rule);
    }

    @Test
    void whatNoStageHonoursIsSaidWhereItStands() {
        assertThat(Texts.texts(Texts.parse(Texts.FLEET).diagnostics())).contains(
                "test.caravan:13:79: warning: Source of data trips is checked, but not yet honoured by execution. [not-yet-honoured]\n"
                        + "    Maybe keep it for a later version, and do not rely on it.");
    }

    static void check(Case rule) {
        assertThat(Texts.FLEET).contains(rule.accepted());
        assertThat(beside(Texts.FLEET)).isEmpty();
        List<Diagnostic> found = beside(Texts.FLEET.replaceFirst(Pattern.quote(rule.accepted()),
                Matcher.quoteReplacement(rule.rejected())));
        assertThat(Texts.texts(found)).singleElement()
                .satisfies(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found.get(0).suggestion()).isPresent();
        assertThat(found.get(0).location()).isPresent();
    }

    private static List<Diagnostic> beside(String text) {
        return Texts.parse(text).diagnostics().stream().filter(found -> !found.code().equals(NOT_YET)).toList();
    }
}
