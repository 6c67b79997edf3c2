package org.caravan.adapter.lxc;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Pace;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferSettings;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed, raised once for all test classes and removed at the end. */
final class LxcBed implements BeforeAllCallback {

    static final ScriptSettings SETTINGS = ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2));

    private static Standing standing;

    private record Standing(EmulatedBed bed, ImageDelivery images) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            bed.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String why = Stream.of(EmulatedBed.whyNot(), TinyImage.whyNot()).filter(reason -> !reason.isEmpty()).findFirst().orElse("");
        if (!why.isEmpty()) {
            System.err.println("SKIPPED " + context.getDisplayName() + ": " + why);
            abort(why);
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(LxcBed.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static Standing raise() {
        EmulatedBed bed = EmulatedBed.raise("adt", "198.18.254");
        Path folder = Path.of("target/images").toAbsolutePath();
        return new Standing(bed, new ImageDelivery(bed.shell(), TinyImage.publish(folder), folder.resolve("differences"),
                TransferSettings.DEFAULT, Pace.UNLIMITED, TransferListener.NONE));
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static Host east() {
        return bed().east("lxc");
    }

    static Host west() {
        return bed().west("lxc");
    }

    static LxcAdapter adapter() {
        return new LxcAdapter(bed().shell(), SETTINGS, standing.images());
    }
}
