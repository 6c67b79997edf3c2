package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ClassPathResource;

/**
 * What a user or a node sends cannot write a line of its own into the server's log, or control the terminal on which it is read: the
 * server's own layout.
 */
class LogLinesTest {

    private static final String FORGED = "2026-01-01T00:00:00.000Z INFO  AuditLog           all is well";

    private final LoggerContext context = new LoggerContext();

    private String[] lines(String message, Throwable fault) throws IOException {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern((String) new YamlPropertySourceLoader().load("server", new ClassPathResource("application.yaml")).get(0)
                .getProperty("logging.pattern.console"));
        layout.start();
        String text = layout.doLayout(new LoggingEvent("x", context.getLogger("org.caravan.Any"), Level.WARN, message, fault, null));
        assertThat(text.chars().filter(c -> c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 || c >= 0x200e && c <= 0x202e))
                .as(text).isEmpty();
        return text.split("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\u000b", "\f", "\u001b[2K\r", "\u202e\n", "\u0000\n",
            "\u009b2J\n"})
    void noTextOfAMessageOrAFaultBeginsALine(String between) throws IOException {
        String hostile = "what a node said" + between + FORGED;
        assertThat(lines("{}" + hostile, null)).noneMatch(line -> line.startsWith("2026-01-01")).anyMatch(line -> line.contains(" WARN  "));
        String[] withFault = lines("a call failed", new IOException(hostile, new IllegalStateException(hostile)));
        assertThat(withFault).noneMatch(line -> line.startsWith("2026-01-01")).anyMatch(line -> line.startsWith("Caused by: "))
                .anyMatch(line -> line.startsWith("\tat "));
    }

    @Test
    void aWayOutStaysOnALineOfItsOwn() throws IOException {
        assertThat(List.of(lines("The folder cannot be written.\nMaybe give it to the user.", null))).hasSize(2).last()
                .isEqualTo("    | Maybe give it to the user.");
    }
}
