package org.caravan.importers.compose;

import java.util.Map;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.yaml.YamlNode;

/** Lists keys that no part of the importer has read, with an alternative if one exists. */
final class UnconvertedCompose {

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("command", "make it the start command of the image: caravan image import … --start"),
            Map.entry("entrypoint", "make it the start command of the image: caravan image import … --start"),
            Map.entry("restart", "because Caravan keeps every planned copy running"),
            Map.entry("networks", "because components reach only what they require"),
            Map.entry("container_name", "because a component is found by its own name"),
            Map.entry("hostname", "because a component is found by its own name"),
            Map.entry("build", "build the image, docker save it, and bring it in: caravan image import FILE --name NAME"),
            Map.entry("env_file", "put harmless variables into env { … }, and secrets into caravan secret set."),
            Map.entry("configs", "put the files into the image."),
            Map.entry("tmpfs", "because files outside of its data are lost when a copy moves"),
            Map.entry("user", "make it the user of the image's start command."),
            Map.entry("working_dir", "make it part of the image's start command."),
            Map.entry("extends", "import what docker compose config prints."),
            Map.entry("include", "import what docker compose config prints."),
            Map.entry("profiles", "remove the component if it is not always needed."),
            Map.entry("ports.mode", "because users reach an endpoint at an address of its own"),
            Map.entry("ports.host_ip", "leave users { … } of the component out, if it is not for them."),
            Map.entry("ports.app_protocol", "because endpoints are TCP, independent of the application protocol"),
            Map.entry("devices", "say which hosts have it: require COMPONENT at SITE"),
            Map.entry("deploy.resources.reservations.devices", "say which hosts have it: require COMPONENT at SITE"),
            Map.entry("deploy.resources.reservations.generic_resources", "say which hosts have it: require COMPONENT at SITE"),
            Map.entry("deploy.placement", "say where it may run: require COMPONENT at SITE, or require COMPONENT apart by host"),
            Map.entry("deploy.update_config", "because a new instance answers before the old one is drained"),
            Map.entry("deploy.rollback_config", "declare the reaction to a failure: on failure undo"),
            Map.entry("deploy.restart_policy", "because Caravan keeps every planned copy running"),
            Map.entry("deploy.endpoint_mode", "because clients find all replicas by the component's name"),
            Map.entry("links", "because a component is found by its own name"),
            Map.entry("volumes_from", "because data stays with the component that stores it"),
            Map.entry("network_mode", "because each instance has addresses of its own"),
            Map.entry("stop_grace_period", "because an instance is drained before it ends"),
            Map.entry("logging", "because logs are kept on the host: caravan logs COMPONENT"),
            Map.entry("cap_add", "because capabilities of containers are a fixed list (docs/isolation.md)"),
            Map.entry("privileged", "because containers never are privileged"));

    private UnconvertedCompose() {}

    /** @param prefix prefix of the keys, as in {@code deploy.} */
    static void list(YamlNode map, String prefix, DraftComponent component, Findings findings) {
        map.unasked((key, value) -> {
            if (!key.startsWith("x-")) {
                findings.notCarried(value.at(), prefix + key, INSTEAD.getOrDefault(prefix + key, ""), component);
            }
        });
    }

    static void listTop(YamlNode file, Findings findings) {
        file.unasked((key, value) -> {
            if (!key.startsWith("x-")) {
                findings.notCarried(value.at(), key + " of the file", INSTEAD.getOrDefault(key, ""));
            }
        });
    }
}
