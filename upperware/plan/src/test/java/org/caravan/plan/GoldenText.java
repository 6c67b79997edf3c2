package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected texts under src/test/resources/golden; {@code -Dgolden.update=true} rewrites them. */
public final class GoldenText {

    private GoldenText() {}

    public static void check(String name, String text) {
        Path file = Path.of("src/test/resources/golden", name + ".txt");
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
            assertThat(text).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write the expected text " + file, e);
        }
    }
}
