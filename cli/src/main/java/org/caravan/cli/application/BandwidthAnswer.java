package org.caravan.cli.application;

import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import tools.jackson.databind.JsonNode;

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
    int show(InstanceResolver.Named named, JsonNode answer) {
        String outcome = answer.path("outcome").asString();
        if (outcome.equals("GRANTED") && answer.has("deploymentId")) {
            if (!json) {
                terminal.line(answer.path("text").asString());
            }
            return waiting.follow(api, terminal, json, named.application(), answer.path("deploymentId").asString());
        }
        if (json) {
            terminal.document(answer);
        } else {
            terminal.line(answer.path("text").asString());
            answer.path("diffText").asString("").lines().forEach(terminal::line);
            answer.path("reasons").forEach(reason -> terminal.line("    " + reason.asString("")));
        }
        return switch (outcome) {
            case "GRANTED" -> ExitCode.DONE;
            case "PROPOSED" -> {
                if (!json) {
                    terminal.line("    Approve it with: caravan deploy " + named.application() + " --plan "
                            + PlanText.shortId(answer.path("planId").asString()));
                }
                yield ExitCode.CHANGES_PENDING;
            }
            default -> {
                if (!json) {
                    terminal.line("    Maybe ask for less, lower a minimum that is named, or raise the uplink in the infrastructure.");
                }
                yield ExitCode.ERROR;
            }
        };
    }
}
