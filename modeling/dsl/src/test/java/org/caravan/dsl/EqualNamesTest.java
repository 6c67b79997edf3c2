package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.caravan.CaravanPackage;
import org.eclipse.emf.ecore.EClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Names that their destination takes for one are refused, with both names and a proposal that works, for every kind of part that has a
 * name.
 */
class EqualNamesTest {

    /** @param text two parts of the kind, whose names are written FIRST and SECOND */
    record Kind(String rule, String text) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static final String FORM = "form container { image \"x/a\"  cpu 0.1  memory 64 MiB }";

    private static String application(String parts) {
        return "application shop {\n component web { " + FORM
                + " provides http on 80 }\n users u { at hall via NetCo ipv4 rate 1 requests/s mix r 100 % }\n"
                + " request r { users -> web turns 1 bytes 1 KiB }\n minimise latency of r\n" + parts + "\n}";
    }

    private static String infrastructure(String site) {
        return "infrastructure Mini {\n host type box { arch amd64 cores 2 memory 2 GiB disk 10 GiB price 5 EUR/month }\n" + site + "\n}";
    }

    private static String site(String name, String parts, int number) {
        return " site " + name + " { kind edge country NO position 60 10 " + parts + " isp NetCo { ipv4 \"10.77." + number
                + ".0/24\" gateway \"10.77." + number + ".1\" } }\n";
    }

    private static final String HOST_A = "provider simulated { host box-1 of box at \"a\" }";
    private static final String HOST_B = "provider simulated { host box-2 of box at \"b\" }";

    static final List<Kind> KINDS = List.of(
            new Kind("ApplicationDeclaration", application("").replace("shop", "FIRST") + "\n" + application("").replace("shop", "SECOND")),
            new Kind("ComponentDeclaration", application("component FIRST { " + FORM + " } component SECOND { " + FORM + " }")),
            new Kind("EndpointDeclaration", application("component c { " + FORM + " provides FIRST on 1 provides SECOND on 2 }")),
            new Kind("SecretDeclaration", application("component c { " + FORM.replace("cpu", "secrets { FIRST from s SECOND from t } cpu")
                    + " }")),
            new Kind("AreaDeclaration", application("area FIRST { countries NO } area SECOND { countries SE }")),
            new Kind("AreaDeclaration", application("") + "\narea FIRST { countries NO }\narea SECOND { countries SE }"),
            new Kind("DataDeclaration", application("data FIRST { size 1 GiB } data SECOND { size 1 GiB } component c stateful { " + FORM
                    + " stores FIRST, SECOND }")),
            new Kind("UsersDeclaration", application(
                    "users FIRST { at hall via NetCo ipv4 rate 1 requests/s mix r 100 % } users SECOND { at hall via NetCo ipv4 rate 1 "
                    + "requests/s mix r 100 % }")),
            new Kind("RequestDeclaration",
                    application("request FIRST { users -> web turns 1 bytes 1 KiB } request SECOND { users -> web turns 1 bytes 1 KiB }")),
            new Kind("SloDeclaration", application("slo FIRST { p95 latency of r < 100 ms } slo SECOND { p95 latency of r < 200 ms }")),
            new Kind("LimitDeclaration", application("limit FIRST { cost <= 5 EUR/month } limit SECOND { cost <= 6 EUR/month }")),
            new Kind("MetricDeclaration", application("metric FIRST { formula 1 } metric SECOND { formula 2 }")),
            new Kind("PlanVariableDeclaration", application("variable FIRST is cost variable SECOND is cost")),
            new Kind("ConstraintDeclaration", application("constraint FIRST { 1 < 2 } constraint SECOND { 1 < 2 }")),
            new Kind("RuleDeclaration", application("rule FIRST { when 1 < 2 then replan } rule SECOND { when 1 < 2 then replan }")),
            new Kind("ControlDeclaration", application("control FIRST { of web } control SECOND { of web }")),
            new Kind("AnnotationDeclaration", application("annotations { FIRST \"1\" SECOND \"2\" }")),
            new Kind("AnnotationDeclaration", application("component c { " + FORM + " annotations { FIRST \"1\" SECOND \"2\" } }")),
            new Kind("OrganisationDeclaration", application("") + "\norganisation FIRST { } organisation SECOND { }"),
            new Kind("PersonDeclaration", application("") + "\norganisation o { person FIRST { } person SECOND { } }"),
            new Kind("RoleDeclaration", application("") + "\norganisation o { role FIRST { may view } role SECOND { may view } }"),
            new Kind("InfrastructureDeclaration", infrastructure(site("a", HOST_A, 1))
                    .replace("Mini", "FIRST") + "\n" + infrastructure(site("b", HOST_A, 2)).replace("Mini", "SECOND")),
            new Kind("HostTypeDeclaration",
                    infrastructure(" host type FIRST { arch amd64 cores 2 memory 2 GiB disk 10 GiB price 5 EUR/month }\n"
                    + " host type SECOND { arch amd64 cores 2 memory 2 GiB disk 10 GiB price 5 EUR/month }\n" + site("a", HOST_A, 1))),
            new Kind("SiteDeclaration", infrastructure(site("FIRST", HOST_A, 1) + site("SECOND", HOST_B, 2))),
            new Kind("IspDeclaration", infrastructure(site("a", HOST_A
                    + " isp FIRST { ipv4 \"10.1.1.0/24\" gateway \"10.1.1.1\" } isp SECOND { ipv4 \"10.1.2.0/24\" gateway \"10.1.2.1\" }",
                    1))),
            new Kind("HostDeclaration", infrastructure(site("a",
                    "provider simulated { host FIRST of box at \"a\" host SECOND of box at \"b\" }", 1))),
            new Kind("HostDeclaration", infrastructure(site("a", HOST_A.replace("box-1", "FIRST"), 1)
                    + site("b", HOST_B.replace("box-2", "SECOND"), 2))),
            new Kind("VantageDeclaration", infrastructure(site("a", HOST_A + " vantage FIRST at \"v\" credentials c", 1)
                    + site("b", HOST_B + " vantage SECOND at \"v\" credentials c", 2))));

    /** Kinds whose names are told apart otherwise: variables of a shell by case, providers by a list of known ones in lower case. */
    private static final Set<String> OTHERWISE = Set.of("VariableDeclaration", "ProviderDeclaration");

    @Test
    void everyKindThatHasANameIsTried() {
        Set<String> named = CaravanPackage.eINSTANCE.getEClassifiers().stream().filter(EClass.class::isInstance).map(EClass.class::cast)
                .filter(kind -> !kind.isAbstract() && !kind.isInterface() && kind.getEStructuralFeature("name") != null)
                .map(EClass::getName).filter(name -> name.endsWith("Declaration")).collect(Collectors.toCollection(HashSet::new));
        Set<String> tried = KINDS.stream().map(Kind::rule).collect(Collectors.toCollection(HashSet::new));
        tried.addAll(OTHERWISE);
        assertThat(tried).isEqualTo(named);
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void namesThatDifferInCaseAreRefusedWithBothAndAProposalThatWorks(Kind kind) {
        assertThat(errors(kind.text().replace("FIRST", "twin").replace("SECOND", "other"))).as("with different names").isEmpty();

        String text = kind.text().replace("FIRST", "twin").replace("SECOND", "Twin");
        List<Diagnostic> found = errors(text).stream().filter(error -> error.code().equals("duplicate-name")).toList();

        assertThat(found).as(errors(text).toString()).hasSize(1);
        assertThat(found.get(0).message()).contains("Twin", "twin", "only in case");
        Matcher proposal = Pattern.compile("rename it to ([A-Za-z0-9_-]+)[.,].*").matcher(found.get(0).suggestion().orElseThrow());
        assertThat(proposal.matches()).as(found.get(0).suggestion().orElseThrow()).isTrue();
        assertThat(errors(text.replace("Twin", proposal.group(1)))).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void equalNamesAreRefused(Kind kind) {
        assertThat(errors(kind.text().replace("FIRST", "twin").replace("SECOND", "twin"))).extracting(Diagnostic::code)
                .contains("duplicate-name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"web WEB|only in case", "web Web web-2|rename it to Web-3.", "web web web-2|rename it to web-3."})
    void proposalsAreFree(String names, String said) {
        StringBuilder components = new StringBuilder();
        for (String name : names.split(" ")) {
            components.append("component ").append(name).append(" { ").append(FORM).append(" }\n");
        }
        assertThat(Texts.texts(errors("application a {\n" + components + "}"))).singleElement().asString().contains(said);
    }

    @Test
    void proposalsStayWithinTheLengthOfALabel() {
        String longest = "o".repeat(63);
        String text = "application a {\n component " + longest + " { " + FORM + " }\n component " + longest + " { " + FORM + " }\n}";
        assertThat(errors(text).get(0).suggestion()).hasValue("rename it to " + "o".repeat(61) + "-2.");
    }

    /** Variables of a shell have no dashes; upper and lower case are two of them. */
    @Test
    void variablesAreProposedAsShellsWriteThem() {
        String text = application("component c { " + FORM.replace("cpu", "env { ONE \"1\" TWO \"2\" } cpu") + " }");
        assertThat(errors(text.replace("ONE", "A").replace("TWO", "a"))).isEmpty();
        assertThat(errors(text.replace("ONE", "A").replace("TWO", "A")).get(0).suggestion()).hasValue("rename it to A_2.");
        assertThat(errors(text.replace("ONE", "A").replace("TWO", "A_2"))).isEmpty();
    }

    @Test
    void applicationsOfSeveralFilesAreCompared() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("low.caravan", application("").replace("shop", "twin"));
        files.put("cap.caravan", application("").replace("shop", "Twin"));
        Diagnostic found = CaravanLanguage.parse(files).diagnostics().get(0);
        assertThat(found.text()).contains("cap.caravan:1:", "application Twin differs from twin, which is in low.caravan, only in case",
                "rename it to Twin-2");
    }

    /** The variable in which readers find a replica has neither case nor dashes. */
    @Test
    void componentsWithReadReplicasDifferInMoreThanDashes() {
        String text = application("data d1 { size 1 GiB replicas 1..2 } data d2 { size 1 GiB replicas 1..2 }\n"
                + "component a-b stateful { " + FORM + " stores d1 replica readable } component OTHER stateful { " + FORM
                + " stores d2 replica readable }");
        assertThat(errors(text.replace("OTHER", "a_b"))).singleElement()
                .satisfies(found -> assertThat(found.text()).contains("a-b", "a_b", "[duplicate-name]", "rename it to a_b-2."));
        assertThat(errors(text.replace("OTHER", "a_b-2"))).isEmpty();
    }

    /** Security groups of rented machines have no underscore. */
    @Test
    void rentedHostsDifferInMoreThanUnderscores() {
        String type =
                "  host type m1-small { arch amd64  cores 2  memory 2 GiB  disk 10 GiB  price 20 EUR/month  offer \"m1.small\"  image "
                + "\"debian-12\" }\n";
        assertThat(Texts.RENTED).contains(type, "hosts up to 3 of m1-small");
        String text = Texts.RENTED.replace(type, type + type.replace("m1-small", "m1_small"))
                .replace("hosts up to 3 of m1-small", "hosts up to 3 of m1-small  hosts up to 1 of m1_small");
        assertThat(errors(text)).extracting(Diagnostic::message).singleElement().asString()
                .contains("m1_small-1", "m1-small-1", "the same name in clouds");
    }

    private static List<Diagnostic> errors(String text) {
        return Texts.parse(text).diagnostics().stream().filter(found -> found.severity() == Diagnostic.Severity.ERROR).toList();
    }
}
