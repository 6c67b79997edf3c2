package org.caravan.image.archive;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.Architecture;

/**
 * A file to import as an image.
 *
 * @param file complete file on this machine
 * @param name image name; replaces the name in an OCI archive
 * @param architecture required if the file does not specify it
 * @param start replaces the command of the file unless empty
 * @param environment variables that override those of the file
 * @param limit on all unpacked content, in bytes
 */
public record Incoming(Path file, Optional<String> name, Optional<Architecture> architecture, List<String> start,
        Map<String, String> environment, long limit) {

    public Incoming {
        start = List.copyOf(start);
        environment = Map.copyOf(environment);
    }
}
