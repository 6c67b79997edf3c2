package org.caravan.cli;

import java.util.List;
import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an instance wrote, and with {@code --follow} what it writes. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = "Shows the last lines that an instance wrote to standard output and error.",
        footer = {"", "Example: caravan logs frontend:1 --follow"})
final class LogsCommand extends WorldCommand {

    /** Between two questions; each reaches the host. */
    private static final long PAUSE_MILLIS = 1_000;
    /** Asked for while following: who writes more in a pause is told of the gap. */
    private static final int FOLLOWED_LINES = 1_000;

    @Parameters(paramLabel = "INSTANCE", description = "Component and number (frontend:1), or the component where it has one instance;"
            + " with the application before it where the server has several: sock-shop/frontend:1.")
    private String instance;

    @Option(names = "--application", paramLabel = "NAME", description = "The application, if it is not said before the instance.")
    private String application;

    @Option(names = "--lines", paramLabel = "N", defaultValue = "100", description = "How many lines at most, 1 to 10000 (${DEFAULT-VALUE}).")
    private int lines;

    @Option(names = {"-f", "--follow"}, description = "Go on with what is written from now on, until interrupted; with --json an object a line.")
    private boolean follow;

    @Option(names = "--raw", description = "Write control characters unchanged on a terminal too; without it they are shown as \\u001b. Pipes and files get what was written.")
    private boolean raw;

    @Override
    int run(Api api) {
        ApiPath path = new InstanceChoice(api).path(application, instance, "log");
        JsonNode log = api.get(path.with("lines", follow ? FOLLOWED_LINES : lines));
        if (!follow && printedJson(log)) {
            return ExitCode.DONE;
        }
        List<String> seen = lines(log);
        seen.subList(Math.max(0, seen.size() - lines), seen.size()).forEach(this::print);
        if (follow) {
            follow(api, path.with("lines", FOLLOWED_LINES), seen);
        }
        return ExitCode.DONE;
    }

    /** What has no end is no document: with {@code --json} an object a line. */
    private void print(String line) {
        if (json()) {
            terminal().line(JsonMapper.builder().build().valueToTree(Map.of("line", line)).toString());
        } else {
            terminal().content(line, raw);
        }
    }

    /** Ends with the process: Ctrl-C. */
    private void follow(Api api, ApiPath path, List<String> before) {
        List<String> seen = before;
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                List<String> now = lines(api.get(path));
                new NewLines(seen, now).forEach(this::print);
                seen = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> lines(JsonNode log) {
        return log.path("lines").valueStream().map(JsonNode::asString).toList();
    }
}
