package org.caravan.importers.compose;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.CompanionFiles;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Quantities;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.infrastructure.Architecture;

/** Converts one service: its image, sizes, ports, variables, secrets, volumes and health check. {@link Dependencies} converts its links. */
final class ComposeService {

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode service;
    private final ComposeVariables variables;
    private Optional<ComposeEnvironment> environment = Optional.empty();

    ComposeService(Draft draft, DraftComponent component, YamlNode service, ComposeVariables variables) {
        this.draft = draft;
        this.component = component;
        this.service = service;
        this.variables = variables;
    }

    /** @param secrets secrets of the file, by name */
    void read(Map<String, YamlNode> secrets, CompanionFiles files) {
        if (!service.isMap()) {
            draft.findings().doubt("no-image", component.at(), component.id() + " is no service: it has no properties.",
                    "give it an image.", component);
        }
        image();
        resources();
        service.get("ports").ifPresent(ports -> ports.items()
                .forEach(port -> new ComposePort(draft, component, variables).published(port)));
        service.get("expose").ifPresent(ports -> ports.items().forEach(port -> new ComposePort(draft, component, variables).exposed(port)));
        environment = Optional.of(new ComposeEnvironment(draft, component, variables, files));
        environment.get().read(service);
        service.get("secrets").ifPresent(uses -> uses.items().forEach(use -> secret(use, secrets)));
        service.get("volumes").ifPresent(volumes -> volumes.items()
                .forEach(volume -> new ComposeVolume(draft, component, variables).read(volume)));
        service.get("healthcheck").ifPresent(check -> new Healthcheck(draft, component, variables).read(check));
        service.get("platform").filter(platform -> !value(platform).isEmpty()).ifPresent(this::platform);
        aliases();
    }

    /**
     * Adds links to other services; call after all services and aliases are known.
     *
     * @param leftOut services that do not become components
     */
    void link(Set<String> leftOut) {
        new Dependencies(draft, component, service, leftOut).read();
        environment.ifPresent(ComposeEnvironment::link);
    }

    /** Registers other names under which services of the same network reach the service. */
    private void aliases() {
        List.of("container_name", "hostname").forEach(key -> {
            if (service.has(key)) {
                draft.alias(service.entry(key).text(), component);
            }
        });
        Set<String> names = new TreeSet<>();
        if (service.has("networks") && service.entry("networks").isMap()) {
            YamlNode networks = service.get("networks").orElse(service);
            networks.entries().forEach((network, details) -> {
                details.get("aliases").ifPresent(aliases -> aliases.items().forEach(alias -> names.add(value(alias))));
                UnconvertedCompose.list(details, "networks." + network + ".", component, draft.findings());
            });
        }
        names.remove(component.id());
        names.forEach(name -> {
            draft.alias(name, component);
            draft.findings().doubt("renamed", component.at(), "\"" + name + "\" is " + component.id()
                    + " here: a component is found by its own name alone.",
                    "look where " + name + " is used as a host name.", component);
        });
    }

    private void image() {
        String written = variables.value(service, "image", component);
        Location at = service.get("image").map(YamlNode::at).orElse(component.at());
        boolean named = !written.isEmpty();
        String shown = variables.interpolated(service.text("image")).unset().isEmpty() ? written : service.text("image");
        String name = draft.image(component, named ? written : component.id());
        if (!named || service.has("build")) {
            draft.findings().doubt("image-to-build", service.get("build").map(YamlNode::at).orElse(at), "Image of " + component.id()
                    + " must be built.",
                    "docker compose build, docker save, and bring it in: caravan image import FILE --name " + name, component);
        } else {
            draft.findings().doubt("image-to-import", at, "Image " + shown + " of " + component.id() + " is " + name + " here.",
                    "docker save " + shown + " into a file, and bring it in: caravan image import FILE --name " + name, component);
        }
    }

    private void resources() {
        Optional<YamlNode> deploy = service.get("deploy");
        Optional<YamlNode> limits = deploy.flatMap(node -> node.get("resources", "limits"));
        Optional<YamlNode> reserved = deploy.flatMap(node -> node.get("resources", "reservations"));
        List.of(service.get("cpus"), limits.flatMap(node -> node.get("cpus")))
                .forEach(node -> amount(node, "cpus", text -> Quantities.cores(text), component.size()::mostCpu));
        amount(reserved.flatMap(node -> node.get("cpus")), "cpus", text -> Quantities.cores(text), component.size()::cpu);
        List.of(service.get("mem_limit"), limits.flatMap(node -> node.get("memory")))
                .forEach(node -> amount(node, "memory", text -> Quantities.dockerBytes(text), component.size()::mostMemory));
        List.of(service.get("mem_reservation"), reserved.flatMap(node -> node.get("memory")))
                .forEach(node -> amount(node, "memory", text -> Quantities.dockerBytes(text), component.size()::memory));
        ComposeGpus gpus = new ComposeGpus(draft, component, this::value);
        reserved.flatMap(node -> node.get("devices")).ifPresent(gpus::reserved);
        service.get("gpus").ifPresent(gpus::ofService);
        deploy.flatMap(node -> node.get("mode")).filter(mode -> mode.text().equals("global"))
                .ifPresent(mode -> draft.findings().notCarried(mode.at(), "deploy.mode global",
                "declare number and location: replicas 3, and require " + component.id() + " apart by host", component));
        List.of(deploy.flatMap(node -> node.get("replicas")), service.get("scale")).forEach(node -> node.map(this::value)
                .filter(count -> !count.equals("1")).ifPresent(count -> draft.replicas(component, count, node.get().at())));
        limits.or(() -> service.get("mem_limit")).or(() -> service.get("cpus")).ifPresent(node -> draft.checkLimits(component, node.at()));
        limits.ifPresent(node -> UnconvertedCompose.list(node, "deploy.resources.limits.", component, draft.findings()));
        reserved.ifPresent(node -> UnconvertedCompose.list(node, "deploy.resources.reservations.", component, draft.findings()));
        deploy.ifPresent(node -> UnconvertedCompose.list(node, "deploy.", component, draft.findings()));
    }

    private <T> void amount(Optional<YamlNode> written, String what, Function<String, Optional<T>> reading, Consumer<T> taker) {
        written.ifPresent(node -> reading.apply(value(node)).ifPresentOrElse(taker,
                () -> draft.findings().notCarried(node.at(), what + " \"" + value(node) + "\"",
                        "state it as a number within the language's range.", component)));
    }

    private void platform(YamlNode platform) {
        String[] parts = (value(platform) + "/").toLowerCase(Locale.ROOT).split("/");
        String processor = parts.length > 1 ? parts[1] : "";
        Optional<Architecture> known = List.of(Architecture.values()).stream().filter(one -> one.toString().equals(processor)).findFirst();
        known.ifPresentOrElse(component::architecture,
                () -> draft.findings().notCarried(platform.at(), "platform " + value(platform), "use linux/amd64 or linux/arm64.",
                        component));
    }

    private void secret(YamlNode use, Map<String, YamlNode> secrets) {
        String source = use.isText() ? use.text() : use.text("source");
        if (source.isEmpty()) {
            draft.findings().notCarried(use.at(), "secret without a source", "", component);
            return;
        }
        String path = use.text("target");
        String target = path.replaceAll("^.*/", "");
        String owner = use.text("uid").matches("[0-9]{1,4}") ? use.text("uid") : "0";
        SecretUse secret = draft.secret(component, target.isEmpty() ? source : target, source, Integer.parseInt(owner));
        boolean declared = secrets.containsKey(source);
        draft.findings().doubt("secret-named", use.at(), "Secret " + source + " of " + component.id() + " is the file /run/secrets/"
                + secret.fileName() + ".",
                declared ? "set it: caravan secret set " + secret.secretName() + "." : "declare it: the file has no secret " + source + ".",
                        component);
        if (path.startsWith("/") && !path.startsWith("/run/secrets/")) {
            draft.findings().notCarried(use.at(), "target " + path + " of secret " + source, "let the program read /run/secrets/"
                    + secret.fileName() + ".", component);
        }
        UnconvertedCompose.list(use, "secrets.", component, draft.findings());
    }

    private String value(YamlNode node) {
        return variables.value(node, component);
    }
}
