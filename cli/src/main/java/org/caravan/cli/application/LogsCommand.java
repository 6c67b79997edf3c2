package org.caravan.cli.application;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.caravan.api.application.LogView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** Shows the latest output of an instance, and with {@code --follow} its further output. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = "Shows the last lines of an instance's standard output and standard error.",
        footer = {"", "Example: caravan logs frontend:1 --follow"})
public final class LogsCommand extends LiveCommand {

    /** Pause between two requests in milliseconds; each request contacts the host. */
    private static final long PAUSE_MILLIS = 1_000;
    /** Lines per request while following; if more lines were written between two requests, a gap is shown. */
    private static final int FOLLOWED_LINES = 1_000;

    @Parameters(paramLabel = "INSTANCE", description = "Component and number (frontend:1), or the component if it has one instance;"
            + " if the server has several applications, prefixed by the application: sock-shop/frontend:1.")
    private String instance;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    @Option(names = "--lines", paramLabel = "N", defaultValue = "100",
            description = "Maximum number of lines, 1 to 10000 (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Option(names = {"-f", "--follow"}, description = "Continue with new lines until interrupted; with --json, one object per line.")
    private boolean follow;

    @Option(names = "--raw",
            description =
            "Write control characters to a terminal unchanged instead of as \\u001b. Pipes and files always receive the original bytes.")
    private boolean raw;

    @Override
    protected int run(Api api) {
        ApiPath path = new InstanceResolver(api).path(application, instance, "log");
        Answer<LogView> log = api.get(path.with("lines", follow ? FOLLOWED_LINES : lines), LogView.class);
        if (!follow && printedJson(log)) {
            return ExitCode.DONE;
        }
        List<String> seen = log.value().lines();
        seen.subList(Math.max(0, seen.size() - lines), seen.size()).forEach(this::print);
        if (follow) {
            follow(api, path.with("lines", FOLLOWED_LINES), seen);
        }
        return ExitCode.DONE;
    }

    /** Endless output cannot be one JSON document, so with {@code --json} each line is an object. */
    private void print(String line) {
        if (json()) {
            terminal().line(JsonMapper.builder().build().valueToTree(Map.of("line", line)).toString());
        } else {
            terminal().content(line, raw);
        }
    }

    /** Runs until the process is interrupted (Ctrl+C). */
    private void follow(Api api, ApiPath path, List<String> before) {
        AtomicReference<List<String>> seen = new AtomicReference<>(before);
        new Polling(terminal()).untilInterrupted(PAUSE_MILLIS, () -> api.get(path, LogView.class).value().lines(),
                now -> new LogTail(seen.getAndSet(now), now).forEach(this::print));
    }

    /** Computes the new lines between two reads of the end of a log, each limited to the same number of lines. */
    static final class LogTail {

        /** Marker for lines that were written and displaced between two reads. */
        static final String GAP = "… lines are missing here: the instance wrote more than one query returns";

        private final List<String> before;
        private final List<String> now;

        LogTail(List<String> before, List<String> now) {
            this.before = before;
            this.now = now;
        }

        void forEach(Consumer<String> printer) {
            int known = overlap();
            if (known == 0 && !before.isEmpty() && !now.isEmpty()) {
                printer.accept(GAP);
            }
            now.subList(known, now.size()).forEach(printer);
        }

        /** Length of the longest prefix of the new lines that is a suffix of the previous lines. */
        private int overlap() {
            for (int length = Math.min(before.size(), now.size()); length > 0; length--) {
                if (now.subList(0, length).equals(before.subList(before.size() - length, before.size()))) {
                    return length;
                }
            }
            return 0;
        }
    }
}
