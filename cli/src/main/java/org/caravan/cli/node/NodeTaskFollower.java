package org.caravan.cli.node;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import tools.jackson.databind.JsonNode;

/** Starts a task on a node and waits for its end. */
final class NodeTaskFollower {

    private static final long POLL_MILLIS = 300;

    private final Api api;
    private final Terminal terminal;
    private final boolean json;

    NodeTaskFollower(Api api, Terminal terminal, boolean json) {
        this.api = api;
        this.terminal = terminal;
        this.json = json;
    }

    /**
     * @param body request body without the kind of work
     * @return the ended task
     * @throws ApiFault if the task failed
     */
    JsonNode follow(String hostId, String work, Map<String, Object> body) {
        Map<String, Object> whole = new TreeMap<>(body);
        whole.put("work", work);
        JsonNode task = api.post(ApiPath.of("nodes", hostId, "tasks"), whole);
        ApiPath path = ApiPath.of("node-tasks", task.path("id").asString());
        String said = "";
        while (task.path("state").asString().equals("RUNNING")) {
            String doing = task.path("doing").asString();
            if (!json && !doing.equals(said) && !doing.startsWith("waits")) {
                terminal.line(hostId + ": " + doing);
            }
            said = doing;
            Polling.pause(POLL_MILLIS);
            task = api.get(path);
        }
        if (task.path("state").asString().equals("FAILED")) {
            throw new ApiFault("node-task-failed", task.path("error").asString("").replace("\nMaybe ", "\n    Maybe "));
        }
        return task;
    }
}
