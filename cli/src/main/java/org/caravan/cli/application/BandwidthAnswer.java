package org.caravan.cli.application;

import org.caravan.api.application.BandwidthChangeView;
import org.caravan.api.application.BandwidthChangeView.Outcome;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;

/** Shows the answer to a change of bandwidth, and follows its deployment. */
final class BandwidthAnswer {

    private final Api api;
    private final Terminal terminal;
    private final boolean json;
    private final WaitOption waiting;

    BandwidthAnswer(Api api, Terminal terminal, boolean json, WaitOption waiting) {
        this.api = api;
        this.terminal = terminal;
        this.json = json;
        this.waiting = waiting;
    }

    static ApiPath path(InstanceResolver.Named named) {
        return ApiPath.of("applications", named.application(), "instances", named.instance(), "bandwidth");
    }

    /** @return exit code */
    int show(InstanceResolver.Named named, Answer<BandwidthChangeView> answer) {
        BandwidthChangeView change = answer.value();
        if (change.outcome() == Outcome.GRANTED && change.deploymentId().isPresent()) {
            if (!json) {
                terminal.line(change.text());
            }
            return waiting.follow(api, terminal, json, named.application(), change.deploymentId().get());
        }
        if (json) {
            terminal.document(answer.document());
        } else {
            terminal.line(change.text());
            change.diffText().lines().forEach(terminal::line);
            change.reasons().forEach(reason -> terminal.line("    " + reason));
            if (change.outcome() == Outcome.PROPOSED) {
                terminal.line("    Approve it with: caravan deploy " + named.application() + " --plan "
                        + PlanText.shortId(change.planId().orElse("")));
            } else if (change.outcome() != Outcome.GRANTED) {
                terminal.line("    Maybe ask for less, lower a minimum that is named, or raise the uplink in the infrastructure.");
            }
        }
        return change.outcome() == Outcome.GRANTED ? ExitCode.DONE
                : change.outcome() == Outcome.PROPOSED ? ExitCode.CHANGES_PENDING : ExitCode.ERROR;
    }
}
