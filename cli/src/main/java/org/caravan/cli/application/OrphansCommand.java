package org.caravan.cli.application;

import java.util.Locale;
import org.caravan.api.deployment.OrphanMachineView;
import org.caravan.api.deployment.OrphanRemovalOrder;
import org.caravan.api.deployment.OrphansLeftView;
import org.caravan.api.deployment.OrphansView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "orphans",
        mixinStandardHelpOptions = true,
        description = {"Lists copies with Caravan's label that belong to no application of this server, and rented machines",
            "without a host in the infrastructure; removes them with --remove.",
            "If several servers share hosts, each lists the copies of the others as orphans."},
        exitCodeList = {
            "0:None, or removed.",
            "1:Error, or some were not removed.",
            "2:Some, or not approved.",
            "4:None on the observed hosts, but some hosts were not observed."
        },
        footer = {"",
            "Example: caravan orphans --remove"})
public final class OrphansCommand extends LiveCommand {

    @Option(names = "--remove", description = "Remove everything that is listed, and nothing else.")
    private boolean remove;

    @Option(names = "--auto-approve", description = "Remove without asking for approval.")
    private boolean autoApprove;

    @Override
    protected int run(Api api) {
        Answer<OrphansView> answer = api.get(ApiPath.of("orphans"), OrphansView.class);
        OrphansView found = read(answer);
        boolean none = found.orphans().isEmpty() && found.machines().isEmpty();
        boolean removes = remove && !none;
        if (!json()) {
            print(found, none);
        } else if (!removes || !autoApprove) {
            printedJson(answer);
        }
        if (!removes) {
            return !none ? ExitCode.CHANGES_PENDING : found.unobserved().isEmpty() ? ExitCode.DONE : ExitCode.UNOBSERVED;
        }
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Remove all of these and their data? [y/N] "))) {
            return ExitCode.CHANGES_PENDING;
        }
        Answer<OrphansLeftView> left = api.post(ApiPath.of("orphans", "removal"), new OrphanRemovalOrder(
                found.orphans().stream().map(orphan -> new OrphanRemovalOrder.Name(orphan.hostId(), orphan.label())).toList(),
                found.machines().stream().map(OrphanMachineView::id).toList()), OrphansLeftView.class);
        if (!printedJson(left)) {
            left.value().left().forEach(terminal()::line);
        }
        return left.value().left().isEmpty() ? ExitCode.DONE : ExitCode.ERROR;
    }

    private void print(OrphansView found, boolean none) {
        if (none) {
            terminal().line("Every copy with Caravan's label belongs to an application"
                    + (found.unobserved().isEmpty() ? "." : ", as far as observed."));
        }
        found.orphans().forEach(orphan -> terminal().line(String.format("  %-32s %-8s on %s", orphan.label(),
                orphan.state().toLowerCase(Locale.ROOT), orphan.hostId())));
        found.machines().forEach(machine -> terminal().line(String.format(
                "  %-32s %-8s of host %s, which the infrastructure does not have", "machine " + machine.id(),
                machine.state().toLowerCase(Locale.ROOT), machine.hostId())));
        found.unobserved().forEach(host -> terminal().line("Not observed: " + host));
    }
}
