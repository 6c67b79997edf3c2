package org.caravan.cli.access;

import java.util.List;
import java.util.Locale;
import org.caravan.api.access.AuditEntryView;
import org.caravan.api.access.AuditVerification;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
        Answer<List<AuditEntryView>> answer = api.getList(ApiPath.of("audit").with("most", most), AuditEntryView.class);
        if (!printedJson(answer)) {
            List<AuditEntryView> entries = answer.value();
            sayIfNone(entries, "no entries yet: no change was requested");
            for (int i = entries.size() - 1; i >= 0; i--) {
                terminal().line(line(entries.get(i)));
            }
        }
        return ExitCode.DONE;
    }

    private static String line(AuditEntryView entry) {
        String outcome = switch (entry.event()) {
            case "ASKED" -> "asks for";
            case "ANSWERED" -> entry.status() + " to " + entry.asked() + ",";
            default -> entry.status() + " to";
        };
        return String.format(Locale.ROOT, "%d  %s  %s (%s, %s) from %s  %s %s", entry.number(),
                Terminal.second(entry.at()), entry.tokenId(), entry.name(), entry.role(), entry.address(), outcome, entry.request());
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
            Answer<AuditVerification> answer = api.get(ApiPath.of("audit", "verification").with("head", head), AuditVerification.class);
            AuditVerification seen = read(answer);
            if (!printedJson(answer)) {
                terminal().line(said(seen));
            }
            return seen.intact() ? ExitCode.DONE : ExitCode.ERROR;
        }

        private static String said(AuditVerification seen) {
            if (seen.intact()) {
                return "the audit log is intact: " + seen.entries() + " entries, head " + seen.head();
            }
            return seen.firstBroken().isPresent()
                    ? "The audit log was altered from entry (" + seen.firstBroken().get() + ") on.\n    Maybe compare it with a backup."
                    : "The audit log does not contain the given head: entries were truncated or rewritten.\n    Maybe compare it with a "
                            + "backup.";
        }
    }
}
