package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every exit code that docs/cli.md documents, of every command: each is provoked. A new command or code without a provocation fails the
 * test. All commands run in this process, against one simulated server; {@link CannedNode} stands in for what no simulated host can show.
 */
@Tag("long")
class ExitCodesTest {

    private static final Path REFERENCE = Path.of("../docs/cli.md");
    private static final Pattern CODE = Pattern.compile("\\| (\\d+(?:\\.\\.\\d+)?) \\| .* \\|");
    private static final int USAGE = 64;

    @TempDir
    Path data;

    @TempDir
    Path folder;

    /** Documented codes by command, without the leading {@code caravan}. */
    private static Map<String, List<String>> documented() throws IOException {
        Map<String, List<String>> codes = new TreeMap<>();
        String command = "";
        for (String line : Files.readAllLines(REFERENCE)) {
            if (line.startsWith("## ")) {
                command = line.startsWith("## caravan ") ? line.substring("## caravan ".length()) : "";
            }
            Matcher code = CODE.matcher(line);
            if (!command.isEmpty() && code.matches()) {
                codes.computeIfAbsent(command, name -> new ArrayList<>()).add(code.group(1));
            }
        }
        return codes;
    }

    @Test
    void everyDocumentedCodeIsProvoked() throws Exception {
        Map<String, List<String>> documented = documented();
        assertThat(documented).as("commands with exit codes").hasSizeGreaterThan(60);
        ProvokedCodes provoked = new ProvokedCodes(folder.resolve("config"));
        try (provoked; Server server = Server.start(data, List.of("--caravan.metrics.every=15s", "--caravan.adaptation.every=0s"));
                CannedNode canned = new CannedNode()) {
            ExitCodeWalk walk = new ExitCodeWalk(server, canned, folder, provoked);
            walk.run();
            BandwidthExitCodes.provoke(walk, canned);
            // What every command ends with alike: a token that the server does not know, and a wrong command line.
            documented.forEach((command, codes) -> {
                if (codes.contains("1") && !provoked.of(command, "1")) {
                    walk.unknownToken(command);
                }
                if (codes.contains(Integer.toString(USAGE))) {
                    walk.wrongCommandLine(command, USAGE);
                }
            });
        }
        assertThat(provoked.wrong()).as("codes that differ from docs/cli.md").isEmpty();
        List<String> all = documented.entrySet().stream()
                .flatMap(one -> one.getValue().stream().map(code -> one.getKey() + " " + code)).toList();
        assertThat(provoked.all()).as("provocations, of what docs/cli.md documents").containsAll(all);
        assertThat(all).as("documented codes, of all provocations").containsAll(provoked.all());
    }
}
