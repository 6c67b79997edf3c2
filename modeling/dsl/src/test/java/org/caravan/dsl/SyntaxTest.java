package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Messages on syntax say what was found and what may stand there, in words of the language. */
class SyntaxTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aplication a { }                                         | 1:1: error: Found `aplication`, where application, infrastructure, area or organisation may stand. | use one of [a
            application { }                                          | 1:13: error: Found `{` in application, where a name must stand.              | write a name here.
            application a { component b { from container { } } }     | 1:31: error: Found `from` in component, where form, replicas, capacity, provides, requires, stores, produces, consumes, annotations, bandwidth, replica or } may stand. | use one of [form, stores,
            application a { component b { form container { memry 1 MiB } } } | 1:48: error: Found `memry` in form, where image, cpu, memory, arch, env, secrets, disk, startup, install, start, stop or } may stand. | use one of [memory,
            application a { component b { form container { image x } } } | 1:54: error: Found `x` in form, where a text in quotes must stand.     | write a text in quotes here.
            application a { component b { form container { image "x } } } | 1:54: error: A text in quotes does not end on its line.                     | end it with a quote
            application a { component b { provides http 80 } }       | 1:45: error: Found `80` in endpoint, where on must stand.                       | write on here.
            application a { component b { provides http on 80 ready when up } } | 1:62: error: Found `up` in readiness, where tcp or GET may stand.    | use one of [
            application a { require b on c }                         | 1:27: error: Found `on` in location, where in, at, within, apart or together may stand.                  | use one of [in, at, apart, within
            application a { minimise costs }                         | 1:26: error: Found `costs` in goal, where latency, cost, power or startup may stand.            | use one of [cost, power, startup, latency].
            application a { slo s { 95 latency of b < 1 ms } }       | 1:25: error: Found `95` in slo, where a percentile such as p95 must stand.             | write a percentile such as p95 here.
            application a { request r { users -> b turns 1 bytes 1 B | The text ends in request, where users, a name or } may stand.                                                          | a closing } is missing
            application a { request r { b->c turns 1 bytes 1 B } }   | 1:31: error: Found `>` in hop, where -> must stand.                             | put a space before ->.
            application a { users b { at c via d rate 1 requests/s } } | 1:38: error: Found `rate` in users, where an IP version such as ipv4 must stand. | write an IP version such as ipv4 here.
            application a { component b {                            | error: The text ends in component, where form, replicas, capacity, provides, requires, stores, produces, consumes, annotations, bandwidth, replica or } may stand. | a closing } is missing
            application a { /* b }                                   | 1:17: error: A comment starts here and does not end.                            | end it with */.
            }                                                        | 1:1: error: Found `}`, where application, infrastructure, area or organisation may stand.           | use one of [a
            """)
    void saysWhatWasFoundAndWhatMayStandThere(String text, String message, String suggestion) {
        assertThat(Texts.texts(Texts.parse(text).diagnostics())).singleElement().asString()
                .contains(message)
                .contains("[syntax]")
                .contains("Maybe " + suggestion);
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
