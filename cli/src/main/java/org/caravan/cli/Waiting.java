package org.caravan.cli;

import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.DeploymentFollower;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Whether a command that has begun a deployment stays until it ends. */
final class Waiting {

    @Option(names = "--wait", negatable = true, defaultValue = "true", fallbackValue = "true",
            description = "Wait until the deployment ends (default); with --no-wait, print its id and exit.")
    private boolean waits;

    /** As the command line says it. */
    Waiting() {}

    /** For commands that cannot go on before it has ended. */
    Waiting(boolean waits) {
        this.waits = waits;
    }

    /** Returns the exit code: of the end, or that it has begun. */
    int follow(Api api, Terminal terminal, boolean json, String application, String deploymentId) {
        if (waits) {
            return ExitCode.of(new DeploymentFollower(api, terminal, json).follow(application, deploymentId));
        }
        terminal.line(json ? JsonMapper.builder().build().valueToTree(Map.of("application", application, "deploymentId", deploymentId)).toPrettyString()
                : "Deployment " + deploymentId + " of " + application + " has begun.\n    Follow it with: caravan deployments " + application + " --follow");
        return ExitCode.DONE;
    }
}
