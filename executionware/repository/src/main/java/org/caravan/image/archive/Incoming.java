package org.caravan.image.archive;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.Architecture;

/**
 * A file that is to become an image.
 *
 * @param file on this machine, complete
 * @param name the image gets; an OCI archive may bring one, which this replaces
 * @param architecture needed where the file does not say
 * @param start command that replaces the file's own where it is not empty
 * @param environment variables that go before the file's own
 * @param limit of all that is unpacked, in bytes
 */
public record Incoming(Path file, Optional<String> name, Optional<Architecture> architecture, List<String> start,
        Map<String, String> environment, long limit) {

    public Incoming {
        start = List.copyOf(start);
        environment = Map.copyOf(environment);
    }
}
