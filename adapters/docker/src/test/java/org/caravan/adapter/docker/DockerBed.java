package org.caravan.adapter.docker;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.DockerEngine;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Pace;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferSettings;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed with a Docker engine on a node, started by hand in the node's namespaces; both end with the last test class. */
final class DockerBed implements BeforeAllCallback {

    private static Standing standing;

    private record Standing(EmulatedBed bed, DockerEngine engine, ImageDelivery images) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            engine.close();
            bed.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String why = Stream.of(EmulatedBed.whyNot(), TinyImage.whyNot(), DockerEngine.whyNot())
                .filter(reason -> !reason.isEmpty()).findFirst().orElse("");
        if (!why.isEmpty()) {
            abort(why);
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(DockerBed.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static Standing raise() {
        EmulatedBed bed = EmulatedBed.raise("cvk", "198.18.81");
        DockerEngine engine = DockerEngine.start(bed, bed.east("docker"));
        Path folder = Path.of("target/images").toAbsolutePath();
        return new Standing(bed, engine, new ImageDelivery(bed.shell(), TinyImage.publish(folder), folder.resolve("differences"),
                TransferSettings.DEFAULT, Pace.UNLIMITED, TransferListener.NONE));
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static DockerAdapter adapter() {
        return new DockerAdapter(bed().shell(), ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2)), standing.images());
    }
}
