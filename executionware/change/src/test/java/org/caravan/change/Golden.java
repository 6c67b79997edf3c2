package org.caravan.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected texts in files; {@code -Dgolden.update=true} rewrites them, and the reviewer reads the difference. */
final class Golden {

    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private Golden() {}

    static void check(String name, String text) {
        Path file = FOLDER.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(file, text);
            }
            assertThat(text).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
