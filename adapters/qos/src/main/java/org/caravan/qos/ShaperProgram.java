package org.caravan.qos;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The program that enforces bandwidth on a node, in Perl because every Debian system has it (package perl-base). */
public final class ShaperProgram {

    private ShaperProgram() {}

    public static String text() {
        try (InputStream program = ShaperProgram.class.getResourceAsStream("shaper.pl")) {
            return new String(program.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
