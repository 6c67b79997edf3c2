package org.caravan.cli.access;

import java.util.Locale;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows the audit log: which token requested which change. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Shows which token requested which change, and the result; newest entry last. Requires the role admin.",
        subcommands = AuditCommand.Verify.class,
        footer = {"", "Example: caravan audit --last 20"})
public final class AuditCommand extends ServerCommand {

    @Option(names = "--last", paramLabel = "N", defaultValue = "100",
            description = "Number of entries, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int most;

    @Override
    protected int run(Api api) {
        JsonNode entries = api.get(ApiPath.of("audit").with("most", most));
        if (!printedJson(entries)) {
            sayIfNone(entries, "no entries yet: no change was requested");
            for (int i = entries.size() - 1; i >= 0; i--) {
                terminal().line(line(entries.get(i)));
            }
        }
        return ExitCode.DONE;
    }

    private static String line(JsonNode entry) {
        String outcome = switch (entry.path("event").asString()) {
            case "ASKED" -> "asks for";
            case "ANSWERED" -> entry.path("status").asInt() + " to " + entry.path("asked").asLong() + ",";
            default -> entry.path("status").asInt() + " to";
        };
        return String.format(Locale.ROOT, "%d  %s  %s (%s, %s) from %s  %s %s", entry.path("number").asLong(),
                Terminal.second(entry.path("at").asString()),
                entry.path("tokenId").asString(), entry.path("name").asString(), entry.path("role").asString(),
                        entry.path("address").asString(), outcome,
                entry.path("request").asString());
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Recomputes every digest of the audit log.",
            exitCodeList = {"0:The log is unchanged.", "1:The log was changed, or an error."},
            footer = {"", "Store the printed head elsewhere and pass it to a later verification, which then also detects a truncated log.",
                    "Example: caravan audit verify"})
    static final class Verify extends ServerCommand {

        @Option(names = "--head", paramLabel = "NUMBER:DIGEST", description = "Head that an earlier verification printed.")
        private String head;

        @Override
        protected int run(Api api) {
            JsonNode seen = api.get(ApiPath.of("audit", "verification").with("head", head));
            boolean intact = seen.path("intact").asBoolean();
            if (!printedJson(seen)) {
                terminal().line(said(seen, intact));
            }
            return intact ? ExitCode.DONE : ExitCode.ERROR;
        }

        private static String said(JsonNode seen, boolean intact) {
            if (intact) {
                return "the audit log is intact: " + seen.path("entries").asLong() + " entries, head " + seen.path("head").asString();
            }
            return seen.hasNonNull("firstBroken")
                    ? "The audit log was altered from entry (" + seen.path("firstBroken").asLong()
                    + ") on.\n    Maybe compare it with a backup."
                    : "The audit log does not contain the given head: entries were truncated or rewritten.\n    Maybe compare it with a "
                            + "backup.";
        }
    }
}
