package org.caravan.adapter.testkit;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.caravan.image.ImageRepository;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferRate;
import org.caravan.transfer.TransferSettings;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A shared test bed with images for its nodes: started for the first test class that needs it, removed after the last. */
public final class SharedTestBed implements AutoCloseable {

    private final EmulatedBed bed;
    private final ImageDelivery images;
    private final Deque<AutoCloseable> endsBefore = new ArrayDeque<>();

    private SharedTestBed(EmulatedBed bed, ImageDelivery images) {
        this.bed = bed;
        this.images = images;
    }

    /**
     * The shared test bed. If none is possible, the test class is skipped with the reason.
     *
     * @param asker key; there is one bed per class
     * @param whyNot reasons against it; empty texts are ignored
     */
    public static SharedTestBed of(ExtensionContext context, Class<?> asker, Supplier<SharedTestBed> raising, String... whyNot) {
        Stream.concat(Stream.of(EmulatedBed.whyNot()), Stream.of(whyNot)).filter(reason -> !reason.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED " + context.getDisplayName() + ": " + why);
            abort(why);
        });
        return context.getRoot().getStore(ExtensionContext.Namespace.create(asker))
                .computeIfAbsent("standing", key -> raising.get(), SharedTestBed.class);
    }

    /** Like {@link EmulatedBed#raise}, with a repository created in the given folder. */
    public static SharedTestBed raise(String prefix, String management, Function<Path, ImageRepository> publishing) {
        Path folder = Path.of("target/images").toAbsolutePath();
        ImageRepository repository = publishing.apply(folder);
        EmulatedBed bed = EmulatedBed.raise(prefix, management);
        return new SharedTestBed(bed, new ImageDelivery(bed.shell(), repository, folder.resolve("differences"),
                TransferSettings.DEFAULT, TransferRate.UNLIMITED, TransferListener.NONE));
    }

    /** The same bed with a resource that is closed before it. */
    public SharedTestBed with(Function<EmulatedBed, AutoCloseable> begun) {
        endsBefore.push(begun.apply(bed));
        return this;
    }

    public EmulatedBed bed() {
        return bed;
    }

    public ImageDelivery images() {
        return images;
    }

    @Override
    public void close() throws Exception {
        while (!endsBefore.isEmpty()) {
            endsBefore.pop().close();
        }
        bed.close();
    }
}
