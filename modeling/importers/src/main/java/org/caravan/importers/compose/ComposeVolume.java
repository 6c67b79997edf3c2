package org.caravan.importers.compose;

import java.util.regex.Pattern;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** Converts a volume: a writable volume makes a component stateful; read-only files belong in its image. */
final class ComposeVolume {

    /** Source folders that hold no data: programs, pages, configuration. */
    private static final Pattern SOURCES = Pattern.compile(
            "\\./?|(?:.*/)?(?:src|source|sources|app|code|lib|web|www|html|public|static|assets|templates|views"
            + "|scripts|bin|conf|config|configs|configuration|etc|certs|ssl|init|initdb|migrations|dashboards|provisioning)"
            + "(?:/[A-Za-z0-9_-]*)?");

    private final Draft draft;
    private final DraftComponent component;
    private final ComposeVariables variables;

    ComposeVolume(Draft draft, DraftComponent component, ComposeVariables variables) {
        this.draft = draft;
        this.component = component;
        this.variables = variables;
    }

    void read(YamlNode volume) {
        if (volume.isMap()) {
            String type = volume.text("type").isEmpty() ? "volume" : volume.text("type");
            String source = variables.value(volume, "source", component);
            mounted(volume, source, variables.value(volume, "target", component),
                    volume.text("read_only").equals("true"), type.equals("tmpfs"));
            UnconvertedCompose.list(volume, "volumes.", component, draft.findings());
        } else {
            String[] parts = variables.value(volume, component).split(":");
            String source = parts.length > 1 ? parts[0] : "";
            String target = parts.length > 1 ? parts[1] : parts[0];
            mounted(volume, source, target, parts.length > 2 && (parts[2] + ",").contains("ro,"), false);
        }
    }

    private void mounted(YamlNode volume, String source, String target, boolean readOnly, boolean temporary) {
        boolean ofHost = source.startsWith(".") || source.startsWith("/") || source.startsWith("~");
        if (temporary) {
            draft.findings().notCarried(volume.at(), "temporary folder " + target, "", component);
        } else if (target.endsWith("docker.sock")) {
            draft.findings().notCarried(volume.at(), "the engine's socket", "because no component commands the host it runs on", component);
        } else if (readOnly || ofHost && target.replaceAll("^.*/", "").contains(".")) {
            draft.findings().notCarried(volume.at(), "file " + target + " from " + source, "put it into the image.", component);
        } else if (ofHost && SOURCES.matcher(source).matches()) {
            draft.findings().notCarried(volume.at(), "folder " + target + " from " + source + ", which looks like sources or configuration",
                    "put it into the image; if the component keeps data there, write stateful after its name.", component);
        } else {
            component.stateful();
            draft.findings().doubt("volume", volume.at(), "Data of " + component.id() + " in " + target
                    + " stays with its copy, which is why it is stateful"
                    + (ofHost ? "; what " + source + " holds now is not carried over." : "."),
                    "put files that are needed from the start into the image.", component);
        }
    }
}
