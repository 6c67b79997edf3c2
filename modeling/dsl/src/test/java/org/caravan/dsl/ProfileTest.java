package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Hop;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that take their hops from what was measured. */
class ProfileTest {

    private static final String MODEL = """
            application shop {
              component web { form container { image "shop/web"  cpu 1  memory 64 MiB }  provides http on 80  requires db.sql }
              component db { form container { image "shop/db"  cpu 1  memory 64 MiB }  provides sql on 5432 }
              users oslo { at oslo via A ipv4  rate 1 requests/s  mix look 100 % }
              request look from profile "look.turns.json"
            }
            """;
    private static final String PROFILE = """
            {"request": "look", "samples": 9, "hops": [
              {"from": "users", "to": "web", "turns": 9, "bytes": 24576},
              {"from": "web", "to": "db", "turns": 3, "bytes": 2048}]}
            """;

    @Test
    void hopsAreThoseOfTheProfile() {
        ParsedModels read = CaravanLanguage.parse(Map.of("a/b/shop.caravan", MODEL, "a/b/look.turns.json", PROFILE));
        assertThat(Texts.texts(read.diagnostics())).isEmpty();
        assertThat(read.applications().get(0).request("look").hops())
                .containsExactly(new Hop(Hop.USERS, "web", 9, new Bytes(24_576)), new Hop("web", "db", 3, new Bytes(2_048)));
        ParsedModels deeper = CaravanLanguage.parse(Map.of("shop.caravan",
                MODEL.replace("look.turns", "./m/../m/look.turns").replace("./m/../m", "./m/./"), "m/look.turns.json", PROFILE));
        assertThat(deeper.diagnostics()).extracting(Diagnostic::code).containsOnly("profile-missing");
        assertThat(Texts.texts(CaravanLanguage.parse(Map.of("shop.caravan", MODEL.replace("look.turns", "./m/look.turns"),
                "m/look.turns.json", PROFILE)).diagnostics())).isEmpty();
    }

    @Test
    void serviceTimesOfTheProfileCount() {
        String captured = PROFILE.replace("\"bytes\": 2048",
                "\"bytes\": 2048, \"p95Bytes\": 4000, \"service\": {\"mean\": 4.5, \"p95\": 9}, \"agreement\": 0.9");
        ParsedModels read = CaravanLanguage.parse(Map.of("shop.caravan", MODEL, "look.turns.json", captured));
        assertThat(Texts.texts(read.diagnostics())).isEmpty();
        assertThat(read.applications().get(0).request("look").hops().get(1))
                .isEqualTo(new Hop("web", "db", 3, new Bytes(2_048)).serving(new Hop.Service(new Millis(4.5), new Millis(9)))
                        .varying(Optional.of(new Bytes(4_000))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "look.turns.json"    | "look.json"       | profile-missing    | which is not in the folder of the model
            "look.turns.json"    | "../look.json"    | profile-path       | from profile "look.turns.json"
            "look.turns.json"    | "/look.json"      | profile-path       | no .json file in the folder of the model
            "look.turns.json"    | "look.txt"        | profile-path       | which is no .json file
            "request": "look"    | "request": "buy"  | profile-mismatch   | is of request buy
            "to": "web"          | "to": "wbe"       | profile-mismatch   | use one of [web, db]
            "from": "web"        | "from": "db"      | profile-mismatch   | crosses a link that component db does not require
            "from": "users"      | "from": "web"     | profile-mismatch   | crosses a link that component web does not require
            "turns": 9           | "turns": 0        | profile-unreadable | at least 1 turn
            "turns": 9           | "turns": 20000    | profile-mismatch   | above 10000
            "bytes": 2048        | "bytes": -1       | profile-unreadable | Line 3
            "bytes": 2048        | "size": 2048      | profile-unreadable | bytes
            "bytes": 2048        | "bytes": 2048, "p95Bytes": 9 | profile-unreadable | not below the mean
            "bytes": 2048        | "bytes": 2048, "agreement": 1.5 | profile-unreadable | 0 to 1
            "samples": 9,        | "samples": 0,     | profile-unreadable | 0 samples
            {"request"           | "request"         | profile-unreadable | cannot be read
            """)
    void whatIsWrongIsSaidWhereItIsNamed(String accepted, String rejected, String code, String expected) {
        assertThat(MODEL + PROFILE).contains(accepted);
        List<Diagnostic> found = CaravanLanguage.parse(Map.of("shop.caravan", MODEL.replace(accepted, rejected), "look.turns.json",
                PROFILE.replace(accepted, rejected))).diagnostics();
        assertThat(Texts.texts(found)).singleElement().asString().contains("shop.caravan:5:29: error: ").contains("[" + code + "]")
                .contains(expected);
    }

    /** A hop whose start nothing reached, and a request that enters twice. */
    @Test
    void hopsFollowOneAnother() {
        String other = PROFILE.replace("{\"from\": \"users\", \"to\": \"web\", \"turns\": 9, \"bytes\": 24576},", "");
        assertThat(Texts.texts(parse(other))).singleElement().asString().contains("starts at component web, which no earlier hop reaches");
        String twice = PROFILE.replace("\"from\": \"web\"", "\"from\": \"users\"");
        assertThat(Texts.texts(parse(twice))).singleElement().asString().contains("is a second entry");
    }

    private static List<Diagnostic> parse(String profile) {
        return CaravanLanguage.parse(Map.of("shop.caravan", MODEL, "look.turns.json", profile)).diagnostics();
    }

    static final List<String> CODES = List.of("profile-missing", "profile-path", "profile-mismatch", "profile-unreadable");
}
