package org.caravan.server.broker;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.camel.Body;
import org.caravan.json.Json;
import org.springframework.stereotype.Component;

/**
 * Topic of replies: delivers the result of a queued request to the server on which a client waits for it. If a reply is lost, the waiting
 * server looks up the result.
 */
@Component("replyTopic")
public class ReplyTopic {

    static final String TOPIC = "jms:topic:caravan.answers";

    private final Broadcasts broadcasts;
    private final Map<String, Waiting<?>> kinds = new ConcurrentHashMap<>();

    ReplyTopic(Broadcasts broadcasts) {
        this.broadcasts = broadcasts;
    }

    private record Waiting<T>(PendingReplies<T> replies, Function<String, T> read) {

        void hear(Answer answer) {
            answer.fault().ifPresent(fault -> replies.fail(answer.number(), fault.thrown()));
            answer.value().ifPresent(value -> replies.answer(answer.number(), read.apply(value)));
        }
    }

    /**
     * @param value the result
     * @param fault the error, if there is no result
     */
    record Answer(String kind, long number, Optional<String> value, Optional<RemoteFault> fault) {}

    /**
     * @param kind kind of requests, with the same name at every server
     * @param read parses the text of a reply
     */
    public <T> PendingReplies<T> of(String kind, Function<String, T> read) {
        PendingReplies<T> replies = new PendingReplies<>();
        kinds.put(kind, new Waiting<>(replies, read));
        return replies;
    }

    public void tell(String kind, Long number, String value) {
        send(number == null ? null : new Answer(kind, number, Optional.of(value), Optional.empty()));
    }

    public void tellFault(String kind, Long number, RuntimeException fault) {
        send(number == null ? null : new Answer(kind, number, Optional.empty(), Optional.of(RemoteFault.of(fault))));
    }

    /** Called by the route that reads the reply topic. */
    public void hear(@Body String json) {
        Answer answer = Json.read(json, Answer.class);
        Waiting<?> waiting = kinds.get(answer.kind());
        if (waiting != null) {
            waiting.hear(answer);
        }
    }

    private void send(Answer answer) {
        if (answer != null) {
            broadcasts.tell(TOPIC, Json.write(answer), "an answer was not published");
        }
    }
}
