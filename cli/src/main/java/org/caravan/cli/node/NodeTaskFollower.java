package org.caravan.cli.node;

import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.State;
import org.caravan.api.node.NodeTaskOrder;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;

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
     * @return the ended task
     * @throws ApiFault if the task failed
     */
    Answer<NodeTask> follow(String hostId, NodeTaskOrder order) {
        Answer<NodeTask> answer = api.post(ApiPath.of("nodes", hostId, "tasks"), order, NodeTask.class);
        NodeTask task = answer.value();
        ApiPath path = ApiPath.of("node-tasks", task.id());
        Polling polling = new Polling(terminal);
        String said = "";
        while (task.state() == State.RUNNING) {
            String doing = task.doing();
            if (!json && !doing.equals(said) && !doing.startsWith("waits")) {
                terminal.line(hostId + ": " + doing);
            }
            said = doing;
            answer = polling.next(POLL_MILLIS, () -> api.get(path, NodeTask.class));
            task = answer.value();
        }
        if (task.state() == State.FAILED) {
            throw new ApiFault("node-task-failed", task.error().orElse("").replace("\nMaybe ", "\n    Maybe "));
        }
        return answer;
    }
}
