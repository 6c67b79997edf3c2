package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.application.SecretUse;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads of every kind, in one file or several. */
class KubernetesTest {

    private static final String POD =
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec:\n  containers:\n  - image: app\n    ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{cpu: 100m, memory: 64Mi}|0.1|64 MiB", "{cpu: 2, memory: 1Gi}|2|1 GiB", "{cpu: 1.5, memory: 128M}|1.5|125000 KiB",
                "{cpu: 1m, memory: 1e6}|0.001|15625 B",
        "{cpu: none, memory: 5Ei}|0.5|512 MiB", "{memory: 0}|0.5|512 MiB"
    })
    void requests(String written, String cpu, String memory) {
        Component web = pod("resources: {requests: " + written + "}");
        assertThat(web.forms().get(0).cpu()).hasToString(cpu);
        assertThat(web.forms().get(0).memory().value()).isEqualTo(switch (memory) {
            case "125000 KiB" -> 128_000_000L;
            case "15625 B" -> 1_000_000L;
            case "64 MiB" -> 64L << 20;
            case "1 GiB" -> 1L << 30;
            default -> 512L << 20;
        });
    }

    /** Which is no YAML yet, or a map as a key. */
    @ParameterizedTest
    @ValueSource(strings = {"replicas: {{ .Values.replicas }}", "{{- if .Values.on }}\nreplicas: 1\n{{- end }}"})
    void aTemplateOfAChartIsToldToBeRenderedFirst(String spec) {
        Imported imported = Fixtures.imported("web.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec:\n  " + spec + "\n");
        assertThat(imported.hasErrors()).isTrue();
        assertThat(Fixtures.messages(imported)).contains("helm template");
    }

    @Test
    void filesBelongTogether() {
        SourceFile web = new SourceFile("web.yaml", POD
                + "envFrom: [{configMapRef: {name: c}}, {secretRef: {name: s}}]\n    env: [{name: DB, value: 'http://store-svc:80/x'}]\n");
        SourceFile rest = new SourceFile("rest.yaml", """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: ConfigMap
                  metadata: {name: c}
                  data: {LEVEL: info}
                - apiVersion: v1
                  kind: Secret
                  metadata: {name: s}
                  data: {api_key: c2VjcmV0LWluLWhlcmU=}
                - apiVersion: apps/v1
                  kind: Deployment
                  metadata: {name: store}
                  spec: {template: {metadata: {labels: {app: store, v: "1"}}, spec: {containers: [{image: store, ports: [{name: api, \
                containerPort: 9999}]}]}}}
                - apiVersion: v1
                  kind: Service
                  metadata: {name: store-svc}
                  spec: {selector: {app: store}, ports: [{port: 80, targetPort: api}]}
                """);
        Imported imported = Fixtures.checked(ModelImport.of(List.of(web, rest), ImportOptions.DEFAULT));
        Component component = Fixtures.model(imported).component("web");
        assertThat(component.requires()).containsExactly(new EndpointReference("store", "api"));
        assertThat(component.forms().get(0).environment()).containsEntry("LEVEL", "info").containsKey("DB");
        assertThat(component.forms().get(0).secrets()).extracting(SecretUse::fileName).containsExactly("api-key");
        assertThat(imported.text().orElseThrow() + Fixtures.messages(imported)).doesNotContain("c2VjcmV0");
    }

    @Test
    void whatNothingTakesUpIsListed() {
        Imported imported = Fixtures.imported("k.yaml", POD.replace("labels:", "annotations: {a: b}, labels:")
                + "lifecycle: {}\n  restartPolicy: Never\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: unused}\ndata: {a: "
                + "b}\n---\n"
                + "apiVersion: x/v1\nkind: Novel\nmetadata: {name: thing}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: "
                        + "nobody}\nspec: {selector: {app: gone}}\n");
        assertThat(Fixtures.messages(imported)).contains("annotations of Pod web", "lifecycle of web", "restartPolicy of web",
                "ConfigMap unused", "Novel thing", "Service nobody");
    }

    private static Component pod(String property) {
        return Fixtures.model(Fixtures.imported("pod.yaml", POD + property + "\n")).component("web");
    }
}
