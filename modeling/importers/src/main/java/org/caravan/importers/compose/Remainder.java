package org.caravan.importers.compose;

import java.util.Map;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.yaml.YamlNode;

/** Lists what no other part of the importer asked for, with what takes its place where something does. */
final class Remainder {

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("command", "make it the start command of the image: caravan image import … --start"),
            Map.entry("entrypoint", "make it the start command of the image: caravan image import … --start"),
            Map.entry("restart", "because Caravan keeps every copy running that the plan asks for"),
            Map.entry("networks", "because components reach only what they require"),
            Map.entry("container_name", "because a component is found by its own name"),
            Map.entry("hostname", "because a component is found by its own name"),
            Map.entry("build", "build the image, docker save it, and bring it in: caravan image import FILE --name NAME"),
            Map.entry("env_file", "put harmless variables into env { … }, and secrets into caravan secret set."),
            Map.entry("configs", "put the files into the image."),
            Map.entry("tmpfs", "because what a copy writes beside its data is gone when it moves"),
            Map.entry("user", "make it the user of the image's start command."),
            Map.entry("working_dir", "make it part of the image's start command."),
            Map.entry("extends", "import what docker compose config prints."),
            Map.entry("include", "import what docker compose config prints."),
            Map.entry("profiles", "remove the component if it is not always needed."),
            Map.entry("privileged", "because containers never are privileged"));

    private Remainder() {}

    /** @param prefix of the keys, as in {@code deploy.} */
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
