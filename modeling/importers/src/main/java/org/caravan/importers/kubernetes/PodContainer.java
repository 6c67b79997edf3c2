package org.caravan.importers.kubernetes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.caravan.application.Readiness;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.KnownPrograms;
import org.caravan.importers.draft.Quantities;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;

/** Converts one container: its image, sizes, ports and readiness. {@link ContainerVariables} converts its variables. */
final class PodContainer {

    private static final int HIGHEST_PORT = 65_535;

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode container;
    private final ContainerVariables variables;
    private final Map<String, Integer> portsByName = new LinkedHashMap<>();

    PodContainer(Draft draft, DraftComponent component, YamlNode container, Configuration configuration) {
        this.draft = draft;
        this.component = component;
        this.container = container;
        this.variables = new ContainerVariables(draft, component, configuration);
    }

    void read() {
        image();
        container.get("ports").ifPresent(ports -> ports.items().forEach(this::port));
        container.get("resources").ifPresent(this::resources);
        variables.read(container);
        container.get("readinessProbe").ifPresent(this::readiness);
        container.get("volumeMounts").ifPresent(mounts -> mounts.items().forEach(mount -> {
            List.of("name", "mountPath").forEach(mount::get);
            list(mount, "volumeMounts.");
        }));
        container.get("name");
        container.get("imagePullPolicy");
    }

    private void image() {
        String reference = container.text("image");
        String name = draft.image(component, reference.isEmpty() ? component.id() : reference);
        if (reference.isEmpty()) {
            draft.findings().doubt("no-image", container.at(), component.id() + " has no image.", "give it one.", component);
        } else {
            draft.findings().doubt("image-to-import", container.get("image").orElse(container).at(), "Image " + reference + " of "
                    + component.id() + " is " + name + " here.",
                    "docker save " + reference + " into a file, and bring it in: caravan image import FILE --name " + name, component);
        }
    }

    private void port(YamlNode port) {
        String number = port.text("containerPort");
        String name = port.text("name");
        String protocol = port.text("protocol");
        port.get("hostPort").ifPresent(outside -> draft.findings().notCarried(outside.at(), "hostPort " + outside.text(),
                "because users reach an endpoint at an address of its own", component));
        list(port, "ports.");
        Optional<Integer> known = portNumber(number);
        if (known.isEmpty() || !(protocol.isEmpty() || protocol.equals("TCP"))) {
            draft.findings().notCarried(port.at(), "port " + number + " " + protocol, "because endpoints are TCP, 1 to " + HIGHEST_PORT,
                    component);
            return;
        }
        component.provides(known.get(), name.isEmpty() ? KnownPrograms.endpointName(known.get()) : name);
        portsByName.put(name, known.get());
    }

    Optional<Integer> portNamed(String nameOrNumber) {
        return portNumber(nameOrNumber).or(() -> Optional.ofNullable(portsByName.get(nameOrNumber)));
    }

    static Optional<Integer> portNumber(String text) {
        return Optional.of(text).filter(written -> written.matches("[0-9]{1,5}")).map(Integer::valueOf).filter(port -> port >= 1
                && port <= HIGHEST_PORT);
    }

    /** Requests become reservations of the plan; limits become ceilings enforced on the host. */
    private void resources(YamlNode resources) {
        amount(resources, "limits", "cpu", Quantities::kubernetesCores, component.size()::mostCpu);
        amount(resources, "requests", "cpu", Quantities::kubernetesCores, component.size()::cpu);
        amount(resources, "requests", "memory", Quantities::kubernetesBytes, component.size()::memory);
        amount(resources, "limits", "memory", Quantities::kubernetesBytes, component.size()::mostMemory);
        amount(resources, "requests", "ephemeral-storage", Quantities::kubernetesBytes, component.size()::addDisk);
        PodGpus.read(draft, component, resources);
        draft.checkLimits(component, resources.at());
        List.of("limits", "requests").forEach(kind -> resources.get(kind).ifPresent(node -> list(node, "resources." + kind + ".")));
        list(resources, "resources.");
    }

    private <T> void amount(YamlNode resources, String kind, String what, Function<String, Optional<T>> reading, Consumer<T> taker) {
        resources.get(kind, what).ifPresent(node -> reading.apply(node.text()).ifPresentOrElse(taker,
                () -> draft.findings().notCarried(node.at(), kind + "." + what + " \"" + node.text() + "\"",
                        "state it within the language's range.", component)));
    }

    private void readiness(YamlNode probe) {
        probe.entries();
        probe.get("httpGet").ifPresent(page -> {
            List.of("path", "port", "scheme").forEach(page::get);
            list(page, "readinessProbe.httpGet.");
        });
        Optional<YamlNode> get = probe.get("httpGet");
        Optional<Integer> port = get.or(() -> probe.get("tcpSocket")).flatMap(node -> portNamed(node.text("port")));
        if (port.isEmpty()) {
            draft.findings().notCarried(probe.at(), "readinessProbe",
                    "say when an endpoint is ready, if accepting connections is not enough: ready when GET \"/path\" is 200", component);
        } else if (get.isPresent()) {
            String path = get.get().text("path").isEmpty() ? "/" : get.get().text("path");
            boolean plain = path.matches("/[!-~]*") && !get.get().text("scheme").equals("HTTPS");
            component.ready(port.get(), plain ? new Readiness.HttpAnswers(path, 200) : new Readiness.TcpAccepts());
            draft.findings().doubt("healthcheck", probe.at(), "Readiness of " + component.id()
                    + (plain ? " asks for status 200" : " only asks whether it accepts connections")
                    + "; intervals are Caravan's.", "", component);
        } else {
            component.ready(port.get(), new Readiness.TcpAccepts());
        }
    }

    Map<String, YamlNode> plainVariables() {
        return variables.plain();
    }

    void listUnasked() {
        list(container, "");
    }

    private void list(YamlNode map, String prefix) {
        map.unasked((key, value) -> draft.findings().notCarried(value.at(), prefix + key, Hints.of(prefix + key), component));
    }

    /**
     * Extended resources of device plugins that stand for whole GPUs. Parts of a GPU, such as {@code nvidia.com/mig-1g.5gb}, are not
     * converted.
     */
    static final class PodGpus {

        private static final Map<String, GpuVendor> RESOURCES = Map.of("nvidia.com/gpu", GpuVendor.NVIDIA, "amd.com/gpu", GpuVendor.AMD,
                "gpu.intel.com/i915", GpuVendor.INTEL, "gpu.intel.com/xe", GpuVendor.INTEL);

        private PodGpus() {}

        /** Kubernetes requires request and limit to be equal, and takes the limit if only one is stated. */
        static void read(Draft draft, DraftComponent component, YamlNode resources) {
            RESOURCES.keySet().stream().sorted().forEach(resource -> {
                Optional<YamlNode> written = List.of("requests", "limits").stream()
                        .flatMap(kind -> resources.get(kind, resource).stream()).reduce((request, limit) -> limit);
                written.ifPresent(node -> read(draft, component, resource, node));
            });
        }

        private static void read(Draft draft, DraftComponent component, String resource, YamlNode node) {
            if (node.text().equals("0")) {
                return;
            }
            Optional<Integer> count = Gpus.countOf(node.text());
            if (count.isEmpty() || component.size().gpu().isPresent()) {
                draft.findings().notCarried(node.at(), "resources.limits." + resource + " \"" + node.text() + "\"",
                        count.isEmpty() ? "write gpu and a number from 1 to " + Gpus.MOST + " into its form."
                                : "because a copy has GPUs of one vendor", component);
                return;
            }
            component.size().gpu(new Gpus(count.get(), Optional.of(RESOURCES.get(resource))));
        }
    }
}
