package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CaptureOrder;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostAnswer;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every parser of what a script wrote on a node: hostile text gives a value, or one short printable fault that names the host, and nothing
 * else.
 */
class HostileAnswersTest {

    private static final Host HOST = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");
    private static final String DIGEST = "0123456789abcdef".repeat(4);
    private static final CaptureOrder CAPTURE = new CaptureOrder(List.of(new CopyId("shop", new InstanceId("web", 1), 7)), Set.of(),
            Duration.ofSeconds(60));

    @TempDir
    static Path folder;
    private static final List<String> NASTY = List.of("", " ", "  ", "\0", "\n", "\n\n", "-1", "99999999999999999999",
            "9223372036854775807", "2147483648", "1e999", "NaN", "\u001b[2J", "\ud800",
            "copy", "state", "copy a.b.0.0", "copy a.b.99999999999.1", "state RUNNIN", "address", "secret x", "route a b", "port 0",
                    "port 70000", "spec", "router", "router x", "router 0",
            "requests", "requests a.b.1.1 :", "requests a.b.1.1 1:-1,2", "host 1 2 3 4 5 6", "host a b c d e f", "limits {", "limits "
                    + "[".repeat(5000), "limits {\"cpuMilliCores\":-5}", "cpu x",
            "memory -1", "code 256", "code -1", "output .%%%", "output ", "errors x", "part a", "free", "free -1", "layer xyz", "packed",
                    "arch", "arch \u001b]0;x\u0007", "A".repeat(100_000));

    static Stream<Arguments> parsers() {
        Map<String, Function<String, ?>> parsers = Map.of(
                "observe\ncopy shop.web.1.7\nstate RUNNING\nspec " + DIGEST
                        + "\naddress 10.2.1.100 24 10.2.1.1\nsecret db v1\nroute cache 10.2.1.101 10.2.1.100,via=10.2.1.1\nport 8080\n",
                text -> ObservedCopies.read("pi-1", text),
                "usages\nhost 1000 2000 3 4 5 6\nshop.web-router.1.7 10 20 0 0 30 40\n"
                + "requests shop.web-router.1.7 4-81 bergen home,order 1000042:7,513:1 1:8:1:0\n",
                        UsageLines::read,
                "inspect\narch amd64\ncpu 4000\nmemory 1000\ndisk 2000\naddress 10.2.1.1\nlimits {\"cpuMilliCores\":1000}\n",
                        text -> NodeFacts.read("pi-1", text).host(),
                "usage\ncpu 12\nmemory 13\n", text -> NodeFacts.read("pi-1", text).number("cpu"),
                "exec\ncode 0\ncut yes\noutput .aGFsbG8=\nerrors .\n", CommandInside::outcome,
                "capture\nbegun 1700000000000000000 1700000060000000000\n\n\n"
                        + "copy shop.web.1.7 no 0 .H4sIAGi6CGsE/0tKTAEA+zkrggMAAAA=\n",
                        text -> CapturedPackets.read(CAPTURE, text, folder),
                "route\nrouter 8080 9999\n", RoutingCopy::port);
        return parsers.entrySet().stream().map(entry -> Arguments.of(entry.getKey().substring(0, entry.getKey().indexOf('\n')),
                entry.getKey().substring(entry.getKey().indexOf('\n') + 1),
                entry.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parsers")
    void hostileTextGivesAValueOrOneClearFault(String call, String good, Function<String, ?> parser) {
        assertThat(new HostAnswer("pi-1", call, good).<Object>read(parser::apply)).as("the text that a node writes").isNotNull();
        int faults = 0;
        for (String hostile : hostile(good)) {
            try {
                new HostAnswer("pi-1", call, hostile).<Object>read(parser::apply);
            } catch (AdapterFault fault) {
                faults++;
                assertThat(fault.getMessage()).contains("(pi-1)").contains("\nMaybe ").hasSizeLessThan(500)
                        .doesNotContain("\0", "\u001b", "\u0007");
            } catch (RuntimeException | Error e) {
                fail("%s on %s".formatted(e, hostile.substring(0, Math.min(300, hostile.length()))), e);
            }
        }
        assertThat(faults).isPositive();
    }

    /** Each line and each word replaced, left out and repeated; then random bytes changed. */
    private static List<String> hostile(String good) {
        List<String> texts = new ArrayList<>(NASTY);
        String[] lines = good.split("\n");
        for (int at = 0; at < lines.length; at++) {
            for (String nasty : NASTY) {
                texts.add(replaced(lines, at, nasty, "\n"));
                String[] words = lines[at].split(" ");
                for (int word = 0; word < words.length; word++) {
                    texts.add(replaced(lines, at, replaced(words, word, nasty, " "), "\n"));
                }
            }
        }
        Random random = new Random(1);
        for (int count = 0; count < 300; count++) {
            StringBuilder changed = new StringBuilder(good);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(300));
            }
            texts.add(changed.toString());
        }
        return texts;
    }

    private static String replaced(String[] parts, int at, String part, String between) {
        String[] changed = parts.clone();
        changed[at] = part;
        return String.join(between, changed);
    }

    static Stream<String> errors() {
        return Stream.of("caravan-fault", "caravan-fault ", "caravan-fault NOSUCH\nx\nMaybe y.", "caravan-fault FAILED",
                "caravan-fault \0\nx", "caravan-fault FAILED\n" + "A".repeat(1 << 20),
                "\u001b]0;title\u0007No space left on device " + "A".repeat(1 << 20), "", "\n\n");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void hostileErrorsOfACallGiveOneShortFault(String errors) {
        FakeShell shell = new FakeShell(new CommandResult(40, "", errors));
        Throwable fault = catchThrowable(() -> new Node(shell, HOST).run("observe", new byte[0], Duration.ofSeconds(1)));
        assertThat(fault).isInstanceOf(AdapterFault.class);
        assertThat(fault.getMessage()).hasSizeLessThan(5_000).doesNotContain("\0", "\u001b");
    }
}
