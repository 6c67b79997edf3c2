package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.SecretUse;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short and long forms, and what becomes of values. */
class ComposeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", value = {
        "'80'|80", "'8080:80'|80", "'127.0.0.1:8001:8001'|8001", "'[::1]:9000:90'|90", "'127.0.0.1::5000'|5000",
                "'3000-3002'|3000 3001 3002", "'9090-9091:8080-8081'|8080 8081",
        "'6060:6060/udp'|none", "'443:443/tcp'|443", "'0:0'|none", "'70000'|none", "'${PORT:-8000}:80'|80", "'x'|none",
                "{target: 81, published: '8081'}|81",
        "{target: 81, protocol: udp}|none", "80|80"
    })
    void ports(String written, String expected) {
        Component web = web("ports: [" + written + "]");
        assertThat(web.provides().stream().map(endpoint -> String.valueOf(endpoint.port())).sorted().toList())
                .isEqualTo(expected == null ? List.of() : List.of(expected.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mem_limit: 512m|512 MiB", "mem_limit: 1gb|1 GiB", "mem_limit: 1048576|1 MiB", "mem_limit: 1.5g|1536 MiB", "mem_limit: 0|512 MiB",
                "mem_limit: lots|512 MiB",
        "mem_limit: 9999999t|512 MiB", "mem_reservation: 64M|64 MiB",
                "deploy: {resources: {limits: {memory: 50M}, reservations: {memory: 20M}}}|20 MiB"
    })
    void memory(String written, String expected) {
        assertThat(form(written).memory()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "deploy: {resources: {limits: {memory: 50M, cpus: '1'}, reservations: {memory: 20M, cpus: '0.2'}}}|cpu at most 1 memory at most "
                + "50 MiB",
        "mem_limit: 50M|''", "deploy: {resources: {limits: {memory: 10M}, reservations: {memory: 20M}}}|''"
    })
    void limitsAreTheUpperEnds(String written, String expected) {
        assertThat(form(written).most().canonicalText().replace('\n', ' ').strip()).isEqualTo(expected.replace("''", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cpus: 0.25|0.25", "cpus: '2'|2", "cpus: 0.00001|0.001", "cpus: 99999|0.5", "cpus: many|0.5",
                "deploy: {resources: {limits: {cpus: '1'}, reservations: {cpus: '0.2'}}}|0.2"
    })
    void cpu(String written, String expected) {
        assertThat(form(written).cpu()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "nginx|nginx", "nginx:latest|nginx", "nginx:1.25-alpine|nginx-1.25-alpine",
                "ghcr.io/Acme/Web_app:V2@sha256:00ff|ghcr.io/acme/web_app-v2",
        "registry:5000/a__b//c|registry-5000/a-b/c", "'${IMAGE:-redis}:${TAG:-7}'|redis-7", "'${IMAGE}'|web"
    })
    void images(String written, String expected) {
        assertThat(form("image: " + written).image()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "A: plain|plain", "A: '${B:-default}'|default", "A: '${B-default}'|default", "A: '${B:-${C:-nested}}'|nested",
                "A: '$$literal'|$literal", "A: 5|5", "A: true|true", "A: '${B:+x}'|``",
        "A: 'x${B}y'|xy"
    })
    void variables(String written, String expected) {
        assertThat(form("environment: {" + written + "}").environment()).containsEntry("A", expected);
        assertThat(form("environment: [\"" + written.replaceFirst(": '?", "=").replaceAll("'$", "") + "\"]").environment())
                .containsEntry("A", expected);
    }

    @ParameterizedTest
    @CsvSource({
        "DB_PASSWORD,x1", "MYSQL_ROOT_PASSWORD,x1", "API_KEY,abc", "AWS_SECRET_ACCESS_KEY,abc", "SECRET_KEY_BASE,abc", "JWT_SECRET,abc",
                "GITHUB_TOKEN,abc", "REDIS_PASS,abc", "PGPASSWORD,abc",
        "DATABASE_URL,postgres://u:p@db/x", "URL,https://:p@h/", "CONFIG,AKIAABCDEFGHIJKLMNOP", "CERT,-----BEGIN PRIVATE KEY",
                "SPRING_DATASOURCE_URL,jdbc:x;password=abc", "DB_PASSWORD,${DB_PASSWORD}",
        "DB_PASSWORD,${DB_PASSWORD:-guess}", "MONGO_URI,mongodb://u:${P}@db", "SENTRY_DSN,https://abc@sentry", "SESSION_COOKIE,abc"
    })
    void secretsStayAway(String name, String value) {
        Imported imported = Fixtures.imported("compose.yml", "services:\n  web:\n    image: app\n    environment:\n      " + name + ": '"
                + value + "'\n");
        Form form = Fixtures.model(imported).component("web").forms().get(0);
        assertThat(form.environment()).isEmpty();
        assertThat(form.secrets()).hasSize(1);
        if (value.length() > 3) {
            assertThat(imported.text().orElseThrow() + Fixtures.messages(imported)).doesNotContain(value)
                    .doesNotContain("guess", "abc", ":p@");
        }
    }

    @ParameterizedTest
    @CsvSource({"PASSWORD_MIN_LENGTH,8", "MYSQL_ALLOW_EMPTY_PASSWORD,yes", "DB_PASSWORD_FILE,/run/secrets/db", "TOKENIZER,bert",
            "KEYBOARD,no-bokmaal", "AUTHOR,me", "URL,http://host:80/a"})
    void harmlessVariablesStay(String name, String value) {
        assertThat(form("environment: {" + name + ": '" + value + "'}").environment()).containsEntry(name, value);
    }

    @Test
    void equalSecretsAreOne() {
        Imported imported = Fixtures.imported("compose.yml", """
                name: shop
                services:
                  db: {image: postgres, environment: {POSTGRES_PASSWORD: "same-value"}}
                  web: {image: app, environment: {DB_PASSWORD: "same-value", OTHER_PASSWORD: "another"}}
                """);
        assertThat(Fixtures.model(imported).component("web").forms().get(0).secrets()).extracting(SecretUse::secretName)
                .containsExactly("shop-postgres-password", "shop-other-password");
        assertThat(Fixtures.model(imported).component("db").forms().get(0).environment())
                .containsEntry("POSTGRES_PASSWORD_FILE", "/run/secrets/postgres-password");
    }

    @Test
    void linksComeFromDependenciesAndFromVariables() {
        Imported imported = Fixtures.imported("compose.yml", """
                services:
                  web: {image: app, depends_on: [api], environment: {CACHE: "redis://cache:6380/0", SEARCH_URL: "http://search/x", \
                DB_HOST: db, NOTE: db}}
                  api: {image: app, expose: [3000]}
                  cache: {image: redis}
                  search: {image: opensearch}
                  db: {image: mariadb}
                  lonely: {image: app, links: ["api:alias", "ghost"]}
                """);
        assertThat(Fixtures.model(imported).component("web").requires()).extracting(EndpointReference::toString)
                .containsExactly("api.port-3000", "cache.port-6380", "db.mysql", "search.port-9200");
        assertThat(Fixtures.model(imported).component("lonely").requires()).extracting(EndpointReference::toString)
                .containsExactly("api.port-3000");
        assertThat(Fixtures.codes(imported)).contains("dangling-reference");
    }

    @Test
    void wordsOfTheLanguageAndStrangeNamesAreUsable() {
        Imported imported = Fixtures.imported("compose.yml", """
                name: "1 strange/name"
                services:
                  application: {image: a}
                  on: {image: a}
                  Web_App-: {image: a}
                  web_app: {image: a}
                  "9lives": {image: a}
                """);
        assertThat(Fixtures.model(imported).name()).isEqualTo("strange-name");
        assertThat(Fixtures.model(imported).components()).extracting(Component::id)
                .containsExactlyInAnyOrder("application", "on", "Web_App", "web_app-2", "lives");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"services: {}|no-services|1", "services:|no-services|1", "services:\\n\\tx: y|syntax|2",
        "a: b|format-unknown|1", "''|format-unknown|1", "'services: {a: {image: \"x}}'|syntax|1", "'services: *nobody'|syntax|1"})
    void whatIsBrokenIsAnErrorAtItsLine(String text, String code, int line) {
        Imported imported = Fixtures.imported("compose.yml", text.replace("\\n", "\n").replace("\\t", "\t"));
        assertThat(imported.diagnostics().get(0).code()).as(Fixtures.messages(imported)).isEqualTo(code);
        assertThat(imported.diagnostics().get(0).location().orElseThrow().line()).isEqualTo(line);
    }

    @Test
    void ofTwoEqualKeysTheLastCounts() {
        Imported imported = Fixtures.imported("compose.yml", "services:\n  a: {image: b}\n  a: {image: c}\n");
        assertThat(Fixtures.model(imported).component("a").forms().get(0).image()).isEqualTo("c");
        assertThat(imported.diagnostics()).anySatisfy(found -> assertThat(found.code() + found.location().orElseThrow().line())
                .isEqualTo("duplicate-key3"));
    }

    private static Component web(String property) {
        return Fixtures.model(Fixtures.imported("compose.yml", "services:\n  web:\n    "
                + (property.startsWith("image:") ? "" : "image: app\n    ") + property + "\n")).component("web");
    }

    private static Form form(String property) {
        return web(property).forms().get(0);
    }
}
