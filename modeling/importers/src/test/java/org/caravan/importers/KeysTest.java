package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key of the Compose Specification and of the core kinds of Kubernetes is carried over, or listed: none is dropped silently. */
class KeysTest {

    private static final String LISTED_AS = "listed as ";
    private static final String CARRIED_AS = "carried as ";
    private static final Path FOLDER = Path.of("src/test/resources/keys");

    /** @param other the input without the key, or words of the finding that lists the whole block or of the model */
    record Key(String section, String name, String with, String other) {
        @Override
        public String toString() {
            return section + " " + name;
        }
    }

    static Stream<Key> compose() {
        return keys("compose.txt");
    }

    static Stream<Key> kubernetes() {
        return keys("kubernetes.txt");
    }

    @ParameterizedTest
    @MethodSource("compose")
    void keysOfComposeAreCarriedOverOrListed(Key key) {
        check(key, KeysTest::composeFile);
    }

    @ParameterizedTest
    @MethodSource("kubernetes")
    void keysOfKubernetesAreCarriedOverOrListed(Key key) {
        check(key, KeysTest::manifests);
    }

    @Test
    void theListsAreWhole() {
        assertThat(compose()).hasSizeGreaterThan(180);
        assertThat(kubernetes()).hasSizeGreaterThan(140);
        assertThat(Stream.concat(compose(), kubernetes()).map(Key::toString)).doesNotHaveDuplicates();
    }

    private interface Input {
        Imported imported(Key key, String yaml);
    }

    private static void check(Key key, Input input) {
        Imported with = input.imported(key, key.with());
        if (key.other().startsWith(LISTED_AS)) {
            assertThat(Fixtures.messages(with)).as(key.with()).contains(key.other().substring(LISTED_AS.length()));
            return;
        }
        if (key.other().startsWith(CARRIED_AS)) {
            assertThat(with.text().orElseThrow()).as(key.with()).contains(key.other().substring(CARRIED_AS.length()));
            return;
        }
        Imported without = input.imported(key, key.other());
        boolean carried = !with.model().equals(without.model());
        List<String> added = new ArrayList<>(findings(with));
        findings(without).forEach(added::remove);
        assertThat(carried || !added.isEmpty()).as("neither carried over nor listed: %s%n%s", key.with(), Fixtures.messages(with)).isTrue();
        assertThat(findings(with)).as("each finding once").doesNotHaveDuplicates();
    }

    private static List<String> findings(Imported imported) {
        return imported.diagnostics().stream().map(found -> found.message() + found.suggestion().orElse("")).toList();
    }

    private static Imported composeFile(Key key, String yaml) {
        boolean service = key.section().equals("service");
        String image = yaml.startsWith("image:") ? "" : "    image: acme/web\n";
        String ports = yaml.startsWith("ports:") ? "" : "    ports: ['80']\n";
        return Fixtures.imported("shop/compose.yml", "services:\n  web:\n" + image + ports
                + (service && !yaml.isEmpty() ? "    " + yaml + "\n" : "")
                + "  other: {image: acme/other, ports: ['80']}\n" + (yaml.startsWith("secrets:") && service ? "secrets: {s: {file: x}}\n"
                        : "")
                + (service || yaml.isEmpty() ? "" : yaml + "\n"));
    }

    private static Imported manifests(Key key, String yaml) {
        String container = own("container", key, yaml);
        String ports = container.startsWith("ports:") ? "" : "ports: [{containerPort: 80}]";
        String image = container.startsWith("image:") ? "" : "image: acme/web";
        String pod = own("pod", key, yaml);
        String containers = pod.startsWith("containers:") ? "" : "containers: [" + map("name: web", image, ports, container) + "]";
        String kind = List.of("StatefulSet", "DaemonSet").contains(key.section()) ? key.section() : "Deployment";
        String workload = map("apiVersion: apps/v1", "kind: " + kind, "metadata: {name: web}",
                "spec: " + map(own(kind, key, yaml), "template: {metadata: {labels: {app: web}}, spec: " + map(containers, pod) + "}"));
        String config = "{apiVersion: v1, kind: ConfigMap, metadata: {name: conf}, data: {k: v}}";
        String service = map("apiVersion: v1", "kind: Service", "metadata: {name: web}",
                "spec: " + map("selector: {app: web}", own("Service", key, yaml)));
        List<String> documents = new ArrayList<>(List.of(workload, config, service));
        if (key.section().equals("Ingress")) {
            documents.add(map("apiVersion: networking.k8s.io/v1", "kind: Ingress", "metadata: {name: web}", "spec: " + map(yaml)));
        } else if (key.section().equals("HorizontalPodAutoscaler")) {
            documents.add(map("apiVersion: autoscaling/v2", "kind: HorizontalPodAutoscaler", "metadata: {name: web}",
                    "spec: " + map("scaleTargetRef: {kind: Deployment, name: web}", yaml)));
        } else if (key.section().equals("object") && !yaml.isEmpty()) {
            documents.add(yaml);
        }
        return Fixtures.imported("shop/k.yaml", String.join("\n---\n", documents) + "\n");
    }

    private static String own(String section, Key key, String yaml) {
        return key.section().equals(section) ? yaml : "";
    }

    private static String map(String... entries) {
        return "{" + String.join(", ", Stream.of(entries).filter(entry -> !entry.isEmpty()).toList()) + "}";
    }

    private static Stream<Key> keys(String file) {
        List<Key> keys = new ArrayList<>();
        String section = "";
        for (String line : Fixtures.text(FOLDER.resolve(file)).split("\n")) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split(" \\| ", 3);
                keys.add(new Key(section, columns[0], columns[1], columns.length > 2 ? columns[2] : ""));
            }
        }
        return keys.stream();
    }
}
