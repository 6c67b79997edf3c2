package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Variable;
import org.caravan.application.ApplicationModel;
import org.caravan.application.SecurityControl;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.formula.Evaluator;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CAMEL's models of metrics, constraints, scalability, organisations and security become. */
class CamelAdaptationTest {

    /** Delays are in ms, loads in %, sizes in MiB, counts have no unit. */
    private static final String METRICS = "measurable attribute a measurable attribute cores [M.Cores] sensor S { isPush }"
            + " template Delays { attribute a unit U.MilliSeconds } template Seconds { attribute a unit U.Seconds } template Loads { "
                    + "attribute a unit U.Percentage }"
            + " template Sizes { attribute a unit U.MegaBytes } template Counts { attribute a unit U.Simulations } template Ratios { "
                    + "attribute a unit U.Ratio }"
            + " raw metric delay { template Delays } raw metric load { template Loads } raw metric size { template Sizes } raw metric "
                    + "todo { template Counts }"
            + " raw metric context D { metric delay sensor M.S schedule Every } raw metric context L { metric load sensor S } raw metric "
                    + "context Z { metric size sensor S }"
            + " raw metric context T { metric todo sensor S } schedule Every { interval 10 time unit U.Seconds }"
            + " window W { type sliding size type time-only time size 2 time unit U.Minutes } ";

    /** What the formula becomes, with as few units as make it read as CAMEL does. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Delays|delay * 2|delay * 2", "Delays|mean(delay)|mean(delay)", "Delays|delay + 5|(delay / 1 ms + 5) * 1 ms",
                "Seconds|delay / 1000|delay / 1 ms / 1000 * 1 s",
        "Ratios|delay / delay|delay / delay", "Ratios|1 - load / 100|1 - load / 1 % / 100", "Loads|max(load, load)|max(load, load)",
                "Loads|100 - load|(100 - load / 1 %) * 1 %",
        "Ratios|1/(1+exp(-todo))|1 / (1 + exp(-1 * todo))", "Ratios|todo^3|todo * todo * todo", "Ratios|-todo^2|-1 * (todo * todo)",
                "Ratios|-2.50 * +todo|-2.5 * todo",
        "Ratios|.5e1*todo - (todo - 1)|5 * todo - (todo - 1)",
                "Ratios|AVG(todo, 1)/abs(todo)*ln(todo)|mean(todo, 1) / abs(todo) * ln(todo)", "Ratios|twice(todo + 1)|(todo + 1) * 2",
        "Ratios|delay * size|delay / 1 ms * (size / 1 MiB)", "Missing|delay * 3|delay * 3",
                "Missing|delay * delay|delay / 1 ms * (delay / 1 ms)"
    })
    void formulas(String template, String formula, String expected) {
        Adaptation read = adaptation(METRICS + "function twice { expression 'x*2' arguments ['x'] } composite metric X { template "
                + template + " formula '" + formula + "' }");
        assertThat(metric(read, "X").formula().orElseThrow()).hasToString(expected);
    }

    /** With the values 200 ms, 40 %, 3 MiB and 5, each formula gives the number that it gives in CAMEL. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"Ratios|delay * size - load / todo|592", "Ratios|(delay / 100)^2 + load|44",
            "Delays|delay * load + todo|8.005", "Seconds|delay + 1|201", "Loads|load * 2|0.8"})
    void formulasGiveCamelsNumbers(String template, String formula, double inBaseUnits) {
        Metric metric = metric(adaptation(METRICS + "composite metric X { template " + template + " formula '" + formula + "' }"), "X");
        Map<String, Double> values = Map.of("delay", 0.2, "load", 0.4, "size", 3.0 * (1 << 20), "todo", 5.0);
        assertThat(new Evaluator(values::get).value(metric.formula().orElseThrow()))
                .isCloseTo(inBaseUnits, org.assertj.core.data.Offset.offset(1e-9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ceil(todo)|calls ceil", "todo^todo|raises to a power", "todo^0.5|raises to a power", "todo # 2|not of numbers",
                "2 todo|cannot be read from todo", "(todo|cannot be read to its end",
        "''|has no formula", "sin(todo)|calls sin", "nobody + 1|names nobody, which no file declares", "X + 1|computed from itself",
                "exp(todo, 2)|calls exp", "1e30 * todo|more than 17 digits"
    })
    void whatFormulasCannotSayIsListedWithItsReason(String formula, String reason) {
        Imported imported = imported(METRICS + "composite metric X { template Ratios formula '" + formula
                + "' } composite metric Y { template Ratios formula 'X' }");
        assertThat(messages(imported)).anyMatch(text -> text.contains("composite metric X, because")
                && text.contains(reason)).anyMatch(text -> text.contains("composite metric Y, because it names X"));
        assertThat(Fixtures.model(imported).supplement().adaptation().metrics()).extracting(Metric::id).doesNotContain("X", "Y");
    }

    @Test
    void powersOfPowersEndInAReason() {
        String nested = "(".repeat(30) + "todo" + ")^4".repeat(30);
        assertThat(messages(imported(METRICS + "composite metric X { template Ratios formula '" + nested + "' }")))
                .anyMatch(text -> text.contains("more than 500 parts"));
        String deep = "(".repeat(5000) + "todo" + ")".repeat(5000);
        assertThat(messages(imported(METRICS + "composite metric X { template Ratios formula '" + deep + "' }")))
                .anyMatch(text -> text.contains("nested more than"));
    }

    @ParameterizedTest
    @CsvSource({"mean(delay),MEAN", "avg(delay),MEAN", "MAX(delay),MAX", "'percentile(delay, 0.95)',P95", "'percentile(delay,99)',P99",
            "count(delay),COUNT"})
    void windowsTakeValuesTogether(String formula, String aggregate) {
        Metric metric = metric(adaptation(METRICS + "composite metric X { template Missing formula '" + formula
                + "' } composite metric context C { metric X window W schedule Every composing contexts [D] }"), "X");
        assertThat(metric.window().orElseThrow().aggregate()).hasToString(aggregate.toLowerCase(java.util.Locale.ROOT));
        assertThat(metric.window().orElseThrow().seconds()).isEqualTo(120);
        assertThat(metric.everySeconds()).contains(10.0);
        assertThat(metric.unit()).isEqualTo(aggregate.equals("COUNT") ? java.util.Optional.empty() : java.util.Optional.of("ms"));
    }

    /** 2.x has the window with the raw metric, and formulas in parentheses. */
    @Test
    void aWindowOfRawMetricsIsThatOfTheirMean() {
        Metric metric = metric(adaptation(METRICS.replace("sensor M.S schedule", "sensor M.S window W schedule")
                + "composite metric X { template Delays formula: ('mean(delay)') } composite metric context C { metric X composing "
                        + "contexts [D] }"), "X");
        assertThat(metric.window().orElseThrow().seconds()).isEqualTo(120);
    }

    /** Two contexts are two metrics; a formula means that of its own context. */
    @Test
    void aMetricOfTwoContextsIsTwo() {
        Adaptation read =
                adaptation(METRICS
                + "raw metric context D2 { metric delay sensor S object context OfA } object context OfA { component D.A }"
                + " composite metric X { template Delays formula 'delay * 2' } composite metric context C { metric X composing contexts "
                        + "[M.D2] }");
        assertThat(read.metrics()).extracting(Metric::id).contains("D", "D2").doesNotContain("delay");
        assertThat(metric(read, "X").formula().orElseThrow()).hasToString("D2 * 2");
        assertThat(metric(read, "D2").subject()).contains("A");
    }

    /** CAMEL only names a sensor; here, its name is a program that runs in copies. */
    @Test
    void aSensorOfAComponentIsAProgramThatRuns() {
        assertThat(messages(imported(METRICS + "raw metric context D2 { metric delay sensor S object context OfA } "
                + "object context OfA { component D.A }"))).filteredOn(text -> text.contains("program")).containsExactly("The sensor S of "
                + "metric D2 is the name of a program here: once a person approved the model, the server runs it in each copy of A.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"template Cores component D.A|CPU", "template Many component A|REPLICAS",
            "template L.ComponentInstanceTemplate component D.A|REPLICAS"})
    void variablesAreWhatPlansDecide(String content, String property) {
        Adaptation read =
                adaptation(
                "measurable attribute cores measurable attribute n [M.Cardinality] template Cores { attribute cores unit U.Cores } "
                + "template Many { attribute n unit U.Instances }"
                + " variable V { " + content + " }");
        assertThat(read.variables()).containsExactly(new Variable("V", Variable.Property.valueOf(property), java.util.Optional.of("A")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "metric constraint K : [M.D] > 100.0|K { delay > 100 ms }", "metric constraint K: [D ] <=.5|K { delay <= 0.5 ms }",
                "metric constraint K : [L] == 80.0|K { load = 80 % }",
        "metric constraint K : [T] <> -1.0|K { todo <> -1 }", "variable constraint K : M.V >= 2.0|K { V >= 2 }"
    })
    void constraints(String text, String expected) {
        assertThat(constraints(text)).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "logical constraint K : or (P, Q)|K { P or Q }", "logical constraint K : and (Y.P, X.Y.Q)|K { P and Q }",
                "logical constraint K : xor (P, Q)|K { P and not Q or not P and Q }",
        "if constraint K : if { P } then { Q }|K { if P then Q }",
                "if constraint K : if { P } then { Q } else { P }|K { if P then Q else P }"
    })
    void constraintsOfConstraints(String text, String expected) {
        assertThat(constraints("metric constraint P : [D] > 1.0 metric constraint Q : [D] < 9.0 " + text)).contains(expected);
    }

    @Test
    void constraintsWithinConstraints() {
        assertThat(constraints(
                "logical constraint K : and ( metric constraint P : [D] > 1.0 , logical constraint N : or ( metric constraint Q : [D] < "
                + "9.0, metric constraint R : [L] > 3.0 ) )"
                + " metric constraint After : [T] > 0.0")).contains("K { P and N }", "N { Q or R }", "After { todo > 0 }");
        assertThat(constraints("logical constraint K : and (K, Gone)")).isEmpty();
    }

    /** Words that begin no statement are in the list, not lost between constraints. */
    @Test
    void strayWordsAmongConstraintsAreListed() {
        Imported imported = Fixtures.imported("a.camel", whole(METRICS, "novel words metric constraint P : [D] > 1.0", "", "[1, 1]"));
        assertThat(messages(imported)).anyMatch(text -> text.contains("novel"));
    }

    @Test
    void rulesScaleComponentsThatMayHaveMoreReplicas() {
        String rules =
                "scalability model R { nonfunctional E { constraint K.P violation } horizontal scaling action Out { software D.A count 2 "
                + "} rule Busy { event R.E actions [R.Out] } }";
        ApplicationModel model = Fixtures.model(Fixtures.imported("a.camel",
                whole(METRICS, "metric constraint P : [D] < 100.0", rules, "[2, 9]")));
        assertThat(model.supplement().adaptation().rules()).singleElement().satisfies(rule -> {
            assertThat(rule.when().orElseThrow()).hasToString("not P");
            assertThat(rule.actions()).hasToString("[Scale[direction=out, componentId=A, by=2]]");
        });
        assertThat(model.component("A").scaling().orElseThrow().most()).isEqualTo(9);
        Imported fixed = Fixtures.imported("a.camel", whole(METRICS, "metric constraint P : [D] < 100.0", rules, "[2, 2]"));
        assertThat(Fixtures.model(fixed).supplement().adaptation().rules()).isEmpty();
        assertThat(messages(fixed))
                .contains("Not carried over: horizontal scaling action Out, because the number of replicas of A is fixed.",
                "Not carried over: rule Busy, because none of its actions is carried over.");
    }

    @Test
    void onlyControlsThatComponentsNeedAreCarriedOver() {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X { deployment model D { software A { requirements R } requirements R { security Q.S } }"
                + " requirement model Q { security requirement S { controls [C.One, Far.Two] } } security model C { domain Keys { name "
                        + "'Keys & locks' }"
                + " security control One { name One domain C.Keys specification 'kept' } security control Three { name Three domain "
                        + "C.Keys specification 'not' } } }");
        assertThat(Fixtures.model(imported).supplement().controls()).extracting(SecurityControl::id).containsExactly("One", "Two");
        assertThat(Fixtures.model(imported).supplement().controls().get(0).domain()).contains("Keys & locks");
        assertThat(messages(imported)).anyMatch(text -> text.contains("security model C") && text.contains("1 security control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequence Q [A, A]", "parallel Q [A, A]", "switch Q { components [A, A] }",
            "precedes Q { component A preceded components [A] }", "container Q { }", "paas Q { }"})
    void noStatementOfADeploymentIsTakenForTheEndOfAnother(String statement) {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X { deployment model D { software A { provided communication P port 1 required communication N port 1 } "
                + "communication C from A.N to A.P "
                + statement + " } }");
        assertThat(messages(imported)).anyMatch(text -> text.contains("Not carried over: " + statement.replaceAll(" .*", "") + " Q"));
    }

    private static Imported imported(String metrics) {
        return Fixtures.imported("a.camel", whole(metrics, "", "", "[1, 3]"));
    }

    private static Adaptation adaptation(String metrics) {
        return Fixtures.model(imported(metrics)).supplement().adaptation();
    }

    private static String whole(String metrics, String constraints, String others, String scale) {
        return "camel model X { deployment model D { software A { requirements N } requirements N { horizontal scale Q.H } } requirement "
                + "model Q { horizontal scale requirement H " + scale + " }"
                + " metric model M { " + metrics + " } constraint model K { " + constraints + " } " + others + " }";
    }

    private static List<String> constraints(String text) {
        String metrics = METRICS + " template Ones { attribute a unit U.Instances } variable V { template Ones component D.A }";
        return Fixtures.model(Fixtures.imported("a.camel", whole(metrics, text, "", "[1, 1]"))).supplement().adaptation().constraints()
                .stream()
                .map((Constraint constraint) -> constraint.id() + " { " + constraint.condition() + " }").toList();
    }

    private static Metric metric(Adaptation adaptation, String id) {
        return adaptation.metrics().stream().filter(metric -> metric.id().equals(id)).findFirst()
                .orElseThrow(() -> new AssertionError(adaptation.metrics().stream().map(Metric::id).collect(Collectors.joining(", "))));
    }

    private static List<String> messages(Imported imported) {
        return imported.diagnostics().stream().map(Diagnostic::message).toList();
    }
}
