package org.caravan.cli.command;

import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.DeploymentFollower;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Option that selects whether a command waits for the end of the deployment that it has started. */
public final class WaitOption {

    @Option(names = "--wait", negatable = true, defaultValue = "true", fallbackValue = "true",
            description = "Wait until the deployment ends (default); with --no-wait, print its id and exit.")
    private boolean waits;

    /** For picocli, which sets the option. */
    WaitOption() {}

    /** For commands that require a fixed choice. */
    public WaitOption(boolean waits) {
        this.waits = waits;
    }

    /** Returns the exit code of the deployment, or {@link ExitCode#DONE} if it does not wait. */
    public int follow(Api api, Terminal terminal, boolean json, String application, String deploymentId) {
        if (waits) {
            return ExitCode.of(new DeploymentFollower(api, terminal, json).follow(application, deploymentId));
        }
        terminal.line(json ? JsonMapper.builder().build().valueToTree(Map.of("application", application, "deploymentId", deploymentId))
                .toPrettyString()
                : "Deployment " + deploymentId + " of " + application + " has started.\n    Follow it with: caravan deployments "
                + application + " --follow");
        return ExitCode.DONE;
    }
}
