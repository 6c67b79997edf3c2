package org.caravan.importers.compose;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;

/** Converts device reservations with the capability {@code gpu}, and the short form {@code gpus} of a service. */
final class ComposeGpus {

    private static final String OTHER = "deploy.resources.reservations.devices";

    private final Draft draft;
    private final DraftComponent component;
    private final Function<YamlNode, String> value;

    /** @param value text of a node with its variables replaced */
    ComposeGpus(Draft draft, DraftComponent component, Function<YamlNode, String> value) {
        this.draft = draft;
        this.component = component;
        this.value = value;
    }

    /** @param devices value of {@code deploy.resources.reservations.devices} */
    void reserved(YamlNode devices) {
        devices.items().forEach(device -> {
            if (device.get("capabilities").stream().flatMap(list -> list.items().stream())
                    .anyMatch(word -> word.text().equals("gpu"))) {
                read(device);
            } else {
                draft.findings().notCarried(device.at(), OTHER + " without the capability gpu",
                        "say which hosts have it: require COMPONENT at SITE", component);
            }
        });
    }

    /** @param gpus {@code all}, or a list as of device reservations whose capability is implied */
    void ofService(YamlNode gpus) {
        if (gpus.isText()) {
            take(gpus, value.apply(gpus), Optional.empty());
        } else {
            gpus.items().forEach(device -> read(device));
        }
    }

    private void read(YamlNode device) {
        device.get("capabilities").ifPresent(words -> words.items().stream()
                .filter(word -> !word.text().equals("gpu") && vendor(word.text()).isEmpty())
                .forEach(word -> draft.findings().notCarried(word.at(), "capability " + word.text() + " of a GPU",
                        "because a copy has its GPUs with all capabilities", component)));
        Optional<YamlNode> ids = device.get("device_ids");
        Optional<GpuVendor> vendor = vendor(device.text("driver"));
        if (vendor.isEmpty() && !device.text("driver").isEmpty()) {
            draft.findings().notCarried(device.at(), "driver " + device.text("driver") + " of a GPU", "name its vendor: gpu nvidia 1",
                    component);
        }
        String count = ids.map(list -> Integer.toString(list.items().size())).orElseGet(() -> device.get("count").map(value).orElse(""));
        take(device, count.isEmpty() ? "all" : count, vendor);
        ids.ifPresent(list -> draft.findings().notCarried(list.at(), "device_ids of a GPU",
                "because the host gives a copy GPUs that no other copy has", component));
        UnconvertedCompose.list(device, OTHER + ".", component, draft.findings());
    }

    private static Optional<GpuVendor> vendor(String word) {
        return Stream.of(GpuVendor.values()).filter(one -> one.toString().equals(word.toLowerCase(Locale.ROOT))).findFirst();
    }

    private void take(YamlNode at, String written, Optional<GpuVendor> vendor) {
        Optional<Integer> count = written.equals("all") ? Optional.of(1) : Gpus.countOf(written);
        if (count.isEmpty() || component.size().gpu().isPresent()) {
            draft.findings().notCarried(at.at(), "GPU count \"" + written + "\"", count.isEmpty()
                    ? "write gpu and a number from 1 to " + Gpus.MOST + " into its form."
                    : "because a copy has GPUs of one vendor", component);
            return;
        }
        component.size().gpu(new Gpus(count.get(), vendor));
        if (written.equals("all")) {
            draft.findings().doubt("assumed", at.at(), component.id() + " takes all GPUs of its host; 1 is assumed.",
                    "write the number it needs: gpu 2", component);
        }
    }
}
