package org.caravan.server.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The broker with persistent messages: a message stays until a consumer has worked on it, whatever becomes of servers meanwhile. */
final class WorldBroker {

    private final Deque<Message> queue = new ArrayDeque<>();
    /** Number of the next messages that get lost, or are delivered twice. */
    private int losing;
    private int doubling;

    /** An approval or the order to resume a deployment, with its reply if there is one yet. */
    static final class Message {
        final String application;
        /** Digest of the approved plan; empty for a resumption. */
        final Optional<String> planId;
        final long runId;
        /** Number of the decision that approves the plan; 0 for a person. */
        final long decision;
        boolean delivered;
        Optional<Long> reply = Optional.empty();
        Optional<RuntimeException> refusal = Optional.empty();

        Message(String application, Optional<String> planId, long runId) {
            this(application, planId, runId, 0);
        }

        Message(String application, Optional<String> planId, long runId, long decision) {
            this.application = application;
            this.planId = planId;
            this.runId = runId;
            this.decision = decision;
        }

        boolean answered() {
            return reply.isPresent() || refusal.isPresent();
        }
    }

    void lose() {
        losing++;
    }

    void duplicate() {
        doubling++;
    }

    /** The end of faults: messages that were still to get lost do not. */
    void calm() {
        losing = 0;
        doubling = 0;
    }

    Message send(Message message) {
        if (losing > 0) {
            losing--;
            return message;
        }
        queue.add(message);
        if (doubling > 0) {
            doubling--;
            queue.add(new Message(message.application, message.planId, message.runId, message.decision));
        }
        return message;
    }

    Optional<Message> first() {
        return Optional.ofNullable(queue.peek());
    }

    void worked(Message message) {
        queue.remove(message);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
