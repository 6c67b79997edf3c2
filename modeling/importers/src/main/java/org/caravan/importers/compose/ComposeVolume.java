package org.caravan.importers.compose;

import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** A volume that is written to makes a component stateful; files that are only read belong into its image. */
final class ComposeVolume {

    private final Draft draft;
    private final DraftComponent component;

    ComposeVolume(Draft draft, DraftComponent component) {
        this.draft = draft;
        this.component = component;
    }

    void read(YamlNode volume) {
        if (volume.isMap()) {
            String type = volume.text("type").isEmpty() ? "volume" : volume.text("type");
            String source = Interpolation.of(volume.text("source")).value();
            volume.entries();
            mounted(volume, source, Interpolation.of(volume.text("target")).value(),
                    volume.text("read_only").equals("true"), type.equals("tmpfs"));
        } else {
            String[] parts = Interpolation.of(volume.text()).value().split(":");
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
        } else {
            component.stateful();
            draft.findings().doubt("volume", volume.at(), "Data of " + component.id() + " in " + target + " stays with its copy, which is why it is stateful"
                    + (ofHost ? "; what " + source + " holds now is not carried over." : "."), "put files that are needed from the start into the image.", component);
        }
    }
}
