package org.caravan.importers.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;

/**
 * Extended resources of device plugins that stand for whole GPUs. Parts of a GPU, such as {@code nvidia.com/mig-1g.5gb}, are not
 * converted.
 */
final class PodGpus {

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
