package org.caravan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextStreamTest {

    private static final String HOSTILE = "\u001b]0;x\u0007\u202e\u009b2J";
    private static final String VISIBLE = "\\u001b]0;x\\u0007\\u202e\\u009b2J";

    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();

    @Test
    void textIsEscapedWhereverItGoes() {
        for (boolean terminal : new boolean[] {true, false}) {
            raw.reset();
            new TextStream(raw, terminal).println(HOSTILE);
            assertThat(written()).isEqualTo(VISIBLE + System.lineSeparator());
        }
    }

    @Test
    void contentIsEscapedOnATerminalOnly() {
        new TextStream(raw, true).content(HOSTILE);
        assertThat(written()).isEqualTo(VISIBLE);
        raw.reset();
        new TextStream(raw, false).content(HOSTILE);
        assertThat(written()).isEqualTo(HOSTILE);
        raw.reset();
        new TextStream(raw, true).raw(HOSTILE);
        assertThat(written()).isEqualTo(HOSTILE);
    }

    /** Bytes of one character may come in two writes. */
    @Test
    void charactersInPiecesAreEscaped() {
        TextStream stream = new TextStream(raw, true);
        for (byte one : (HOSTILE + "São 海口 🚀\r\n").getBytes(StandardCharsets.UTF_8)) {
            stream.write(one);
        }
        stream.flush();
        assertThat(written()).isEqualTo(VISIBLE + "São 海口 🚀\r\n");
    }

    private String written() {
        return raw.toString(StandardCharsets.UTF_8);
    }
}
