package org.caravan.adapter.microvm;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Pace;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferSettings;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed with the example's unikernel in its images, raised once for all test classes and removed at the end. */
final class MicrovmBed implements BeforeAllCallback {

    private static Standing standing;

    private record Standing(EmulatedBed bed, ImageDelivery images) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            bed.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String why = EmulatedBed.whyNot().isEmpty() ? Unikernel.whyNot() : EmulatedBed.whyNot();
        if (!why.isEmpty()) {
            abort(why);
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(MicrovmBed.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static Standing raise() {
        EmulatedBed bed = EmulatedBed.raise("cvm", "198.18.80");
        return new Standing(bed, new ImageDelivery(bed.shell(),
                Unikernel.publish(Path.of("target/images").toAbsolutePath()), Path.of("target/differences").toAbsolutePath(),
                TransferSettings.DEFAULT, Pace.UNLIMITED, TransferListener.NONE));
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static MicrovmAdapter adapter() {
        return new MicrovmAdapter(bed().shell(), ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2)), standing.images());
    }
}
