package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.diagnostic.RejectedInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FormatTest {

    @Test
    void declarationsStandOnLinesOfTheirOwnAndWhatWasOneLineStaysOne() {
        String messy = """


            application shop version "1.0"{
             // the front
                 component web{ replicas   2
              form container{image "shop/web"   cpu 0.2 memory 96 MiB env{A "1" B "2"}}
              provides http on 8079 ready when GET "/" is 200   // answers


            // later: requires cache.redis
              requires db . mysql ,
              db.other } component db { form container { image "shop/db" cpu 0.1 memory 1 GiB } \
            provides mysql on 3306 provides other on 3307 }
              users u{at s via I ipv4 rate 2 requests/s mix r 100 %}
              request r{users ->web turns 9 bytes 24 KiB
                web ->db turns 1 bytes 1 KiB}
            }
            application other {}""";
        assertThat(CaravanLanguage.format("a.caravan", messy)).isEqualTo("""
            application shop version "1.0" {
              // the front
              component web {
                replicas 2
                form container { image "shop/web"  cpu 0.2  memory 96 MiB  env { A "1"  B "2" } }
                provides http on 8079  ready when GET "/" is 200 // answers

            // later: requires cache.redis
                requires db.mysql,
                db.other
              }  component db { form container { image "shop/db"  cpu 0.1  memory 1 GiB }  provides mysql on 3306  provides other on 3307 }
              users u { at s via I ipv4  rate 2 requests/s  mix r 100 % }
              request r {
                users -> web  turns 9  bytes 24 KiB
                web -> db  turns 1  bytes 1 KiB
              }
            }

            application other { }
            """);
    }

    @Test
    void formulasStandCloseToTheirBrackets() {
        String messy =
                "application a{metric m{formula max ( b ,3)*( c + - 1 )}rule r{when m>5 or slo f violated then replan}annotations{x \"1\" "
                + "y \"2\"}}";
        assertThat(CaravanLanguage.format("a.caravan", messy)).isEqualTo("application a { metric m { formula max(b, 3) * (c + -1) }  "
                + "rule r { when m > 5 or slo f violated  then replan }  annotations { x \"1\"  y \"2\" } }\n");
    }

    static Stream<Path> models() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../../examples"))) {
            List<Path> models = files.filter(file -> file.toString().endsWith(".caravan") && !file.toString().contains("/target/")).sorted()
                    .toList();
            return models.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyExampleMeansTheSameAndFormattingTwiceIsFormattingOnce(Path file) throws IOException {
        String text = Files.readString(file);
        String formatted = CaravanLanguage.format(file.toString(), text);
        assertThat(CaravanLanguage.format(file.toString(), formatted)).isEqualTo(formatted);
        assertThat(withoutSpaces(formatted)).isEqualTo(withoutSpaces(text));
        assertThat(read(formatted).applications()).isEqualTo(read(text).applications());
        assertThat(read(formatted).infrastructures()).isEqualTo(read(text).infrastructures());
    }

    @Test
    void aTextThatDoesNotFollowTheGrammarStaysAsItIs() {
        assertThatThrownBy(() -> CaravanLanguage.format("a.caravan", "application { component")).isInstanceOf(RejectedInput.class);
    }

    private static ParsedModels read(String text) {
        return CaravanLanguage.parse(Map.of("a.caravan", text));
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }
}
