package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages on syntax say what was found and what may stand there, in words of the language. */
class SyntaxTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aplication a { }                                         \
            | 1:1: error: Found `aplication`, where application, infrastructure, area or organisation may stand. | use one of [application,
            application { }                                          \
            | 1:13: error: Found `{` in application, where a name must stand.              | write a name here.
            application a { component b { from container { } } }     \
            | 1:31: error: Found `from` in component, where form, replicas, capacity, provides, requires, stores, produces, consumes, \
            annotations, bandwidth, replica or } may stand. | use one of form.
            application a { component b { form container { memry 1 MiB } } } \
            | 1:48: error: Found `memry` in form, where image, cpu, memory, arch, env, secrets, disk, gpu, startup, install, start, \
            stop or } may stand. | use one of memory.
            application a { component b { form container { image x } } } \
            | 1:54: error: Found `x` in form, where a text in quotes must stand.     | write a text in quotes here.
            application a { component b { form container { image "x } } } \
            | 1:54: error: A text in quotes does not end on its line.                     | end it with a quote
            application a { component b { provides http 80 } }       \
            | 1:45: error: Found `80` in endpoint, where on must stand.                       | write on here.
            application a { component b { provides http on 80 ready when up } } \
            | 1:62: error: Found `up` in readiness, where tcp or GET may stand.    | use one of tcp.
            application a { require b on c }                         \
            | 1:27: error: Found `on` in location, where in, at, within, apart or together may stand.                  \
            | use one of [in, at, within
            application a { minimise costs }                         \
            | 1:26: error: Found `costs` in goal, where latency, cost, power or startup may stand.            \
            | use one of [cost, power, startup].
            application a { slo s { 95 latency of b < 1 ms } }       \
            | 1:25: error: Found `95` in slo, where a percentile such as p95 must stand.             | write a percentile such as p95 here.
            application a { request r { users -> b turns 1 bytes 1 B \
            | The text ends in request, where users, a name, when or } may stand.                                                          \
            | a closing } is missing
            application a { request r { b->c turns 1 bytes 1 B } }   \
            | 1:31: error: Found `>` in hop, where -> must stand.                             | put a space before ->.
            application a { users b { at c via d rate 1 requests/s } } \
            | 1:38: error: Found `rate` in users, where an IP version such as ipv4 must stand. | write an IP version such as ipv4 here.
            application a { component b {                            \
            | error: The text ends in component, where form, replicas, capacity, provides, requires, stores, produces, consumes, \
            annotations, bandwidth, replica or } may stand. | a closing } is missing
            application a { /* b }                                   \
            | 1:17: error: A comment starts here and does not end.                            | end it with */.
            }                                                        \
            | 1:1: error: Found `}`, where application, infrastructure, area or organisation may stand.           | remove it.
            """)
    void saysWhatWasFoundAndWhatMayStandThere(String text, String message, String suggestion) {
        assertThat(Texts.texts(Texts.parse(text).diagnostics())).singleElement().asString()
                .contains(message)
                .contains("[syntax]")
                .contains("Maybe " + suggestion);
    }

    /** What is proposed parses at its place, and is what was meant. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "application café { }|name-invalid|write cafe.",
        "application a { component bücher { } }|name-invalid|write bucher.",
        "application a { component straße { } }|name-invalid|write strasse.",
        "application a { component søk-øst { } }|name-invalid|write sok-ost.",
        "infrastructure Zürich { }|name-invalid|write Zurich.",
        "application a { limit l { cost <= -1 EUR/month } }|syntax|write 1, a number without a sign.",
        "application a { component b { form container { memory 256-512 MiB } } }|syntax|write 256..512.",
        "application a { component b { form container { cpu 1-2 } } }|syntax|write 1..2.",
        "application a { component b { replicas 1-3 } }|syntax|write 1..3.",
        "application a { component b { form container { cpu 0.5 cores memory 64 MiB } } }|syntax|leave cores out: 0.5 has no unit here.",
        "application a { component b { form container { cpu 500m memory 64 MiB } } }|syntax|write 0.5: cpu is a number of cores without a "
                + "unit.",
        "application a { component b { form container { cpu 50 % memory 64 MiB } } }|syntax|write 0.5: cpu is a number of cores without a "
                + "unit.",
        "application a { component b { form container { cpu 0.5..150 % memory 64 MiB } } }|syntax|remove it.",
        "application a { component b { form container { arch amd64, arm64 } } }|syntax|write PIPE between the choices.",
        "application a { component b { provides http on 80 ready GET \"/health\" } }|syntax|write when GET \"/health\" is 200.",
        "application a { component b { provides http on 80 ready GET \"/x\" is 204 } }|syntax|write when GET \"/x\" is 200.",
        "application a { component b { stateful form container { cpu 1 } } }|syntax|write it before the braces: stateful {.",
        "application a { component b { form container { image x/b cpu 1 } } }|syntax|write a text in quotes here.",
        "application a { component b { form container { cpu 1,5 memory 64 MiB } } }|syntax|write 1.5.",
        "application a { component b { form container { cpu 1e3 memory 64 MiB } } }|syntax|write 1000.",
        "application a { component db stateful replica readable { } }|syntax|write it within the braces: { replica readable.",
        "application a { component db replicas 2 { } }|syntax|write it within the braces: { replicas 2.",
        "application a { component db capacity 20 requests/s { } }|syntax|write it within the braces: { capacity 20 requests/s.",
        "application a { request r { users -> web turns 1 bytes 1 KiB web->db turns 1 bytes 1 KiB } }|syntax|put a space before ->.",
        "application a { component b { provides http on http } }|syntax|write a number here."})
    void proposesWhatParses(String text, String code, String proposal) {
        Diagnostic found = Texts.parse(text).diagnostics().get(0);
        assertThat(found.code()).as(found.text()).isEqualTo(code);
        assertThat(found.suggestion()).hasValue(proposal.replace("PIPE", "|"));
    }

    @Test
    void whereNothingIsMeantThePlaceToLookUpIsNamed() {
        assertThat(Texts.parse("application 北京 { }").diagnostics().get(0).suggestion())
                .hasValue("see the grammar: docs/language.md.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"EU|within eu, with area eu { countries AT, BE, BG", "SWE|use one of SE.",
            "Germany|use one of DE.", "no|use one of NO.", "UK|use one of GB.", "Europe|write a code such as NO"})
    void countriesAreProposedWhereTheyAreMeant(String written, String proposal) {
        assertThat(Texts.parse(Texts.SOCK_SHOP.replace("in NO, SE", "in " + written)).diagnostics().get(0).suggestion().orElseThrow())
                .contains(proposal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nordic", "nordic", "NORDIC"})
    void anAreaThatIsDeclaredIsProposedInsteadOfACountry(String written) {
        String text = Texts.SOCK_SHOP.replace("in NO, SE", "in " + written).replaceFirst("(application sock-shop[^{]*\\{)",
                "$1\narea Nordic { countries NO, SE }\n");
        assertThat(Texts.parse(text).diagnostics().get(0).suggestion()).hasValue("write within Nordic: it is an area, not a country.");
        assertThat(Texts.texts(Texts.parse(text.replace("in " + written, "within Nordic")).diagnostics())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x/a:1.0,x/a-1.0", "Acme/Web,acme/web", "registry.io:5000/x/y,registry.io-5000/x/y", "a@sha256:00ff,a", "x//a,x/a",
            "web_,web", "-web,web", "...,sock-shop/front-end", "søk,s-k", "x/a:,x/a"})
    void theClosestNameOfAnImageIsProposedAndAccepted(String written, String proposed) {
        String text = "application a { component b { form container { image \"%s\"  cpu 0.1  memory 64 MiB } } }";
        assertThat(Texts.parse(text.formatted(written)).diagnostics().get(0).suggestion()).hasValue("write it like \"" + proposed + "\".");
        assertThat(Texts.texts(Texts.parse(text.formatted(proposed)).diagnostics())).isEmpty();
    }

    @Test
    void aProposedAreaIsAccepted() {
        String proposal = Texts.parse(Texts.SOCK_SHOP.replace("in NO, SE", "in EU")).diagnostics().get(0).suggestion().orElseThrow();
        String area = proposal.replaceFirst("^.*with (area .*})$", "$1");
        String followed = Texts.SOCK_SHOP.replace("in NO, SE", "within eu")
                .replaceFirst("(application sock-shop[^{]*\\{)", "$1\n" + area + "\n");
        assertThat(Texts.texts(Texts.parse(followed).diagnostics())).isEmpty();
    }

    @Test
    void errorsInDifferentComponentsAreAllReported() {
        String text = """
                application a {
                  component b { form { } }
                  component c { provides http 80 }
                }
                """;
        assertThat(Texts.texts(Texts.parse(text).diagnostics())).hasSize(2);
    }

    @Test
    void anEmptyTextIsNoModelAndNoError() {
        ParsedModels empty = Texts.parse("");
        assertThat(empty).isEqualTo(new ParsedModels(List.of(), List.of(), List.of(), empty.diagnostics()));
        assertThat(empty.hasErrors()).isFalse();
    }
}
