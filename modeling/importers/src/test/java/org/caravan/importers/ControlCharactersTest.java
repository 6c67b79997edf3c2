package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.importers.draft.Imported;
import org.caravan.text.TextRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files to import that escape characters which no text of Caravan may have: neither the model nor a message has them. */
class ControlCharactersTest {

    @ParameterizedTest
    @ValueSource(strings = {"\\0", "\\e[2J", "\\x9b2J", "\\u202e", "\\u2028", "\\r"})
    void composeCarriesNoneIntoAModel(String escape) {
        for (String place : new String[] {"image: \"a%sb\"", "image: a\n    environment: {A: \"x%sy\"}",
                "image: a\n    environment: {\"A%sB\": x}",
                "image: a\n    command: [\"a%sb\"]", "image: a\n    container_name: \"a%sb\"", "image: a\n    labels: {\"a%sb\": \"c%sd\"}",
                "image: a\n    healthcheck: {test: [CMD, curl, \"http://localhost/a%sb\"]}"}) {
            clean(Fixtures.imported("compose.yml", "name: shop\nservices:\n  web:\n    " + place.replace("%s", escape) + "\n"));
        }
        clean(Fixtures.imported("compose.yml", "name: \"sh" + escape + "op\"\nservices:\n  \"we" + escape + "b\": {image: a}\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\0", "\\e[2J", "\\x9b2J", "\\u202e", "\\u2028", "\\r"})
    void kubernetesCarriesNoneIntoAModel(String escape) {
        clean(Fixtures.imported("shop.yaml", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: "we%1$sb", labels: {app: "a%1$sb"}}
                spec:
                  selector: {matchLabels: {app: "a%1$sb"}}
                  template:
                    metadata: {labels: {app: "a%1$sb"}}
                    spec:
                      containers:
                      - {name: "c%1$sd", image: "i%1$sj", args: ["x%1$sy"], env: [{name: A, value: "x%1$sy"}]}
                """.formatted(escape)));
    }

    private static void clean(Imported imported) {
        imported.text().ifPresent(text -> assertThat(TextRule.LINES.violation(text)).as(text).isEmpty());
        imported.diagnostics().forEach(found -> assertThat(TextRule.LINES.violation(found.text())).as(found.text()).isEmpty());
    }
}
