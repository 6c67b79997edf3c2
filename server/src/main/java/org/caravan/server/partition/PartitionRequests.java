package org.caravan.server.partition;

import jakarta.annotation.PreDestroy;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.apache.camel.ProducerTemplate;
import org.caravan.json.Json;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.DaemonThreads;
import org.caravan.server.broker.Broadcasts;
import org.caravan.server.broker.PendingReplies;
import org.caravan.server.broker.ReplyTopic;
import org.caravan.server.broker.ZeroPrefetchQueues;
import org.caravan.server.trace.Traces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends partitions through the broker to any free server, including this one. */
@Component
class PartitionRequests implements PartitionPlanners {

    private static final String KIND = "partition";
    static final String QUEUE = "jms:queue:" + ZeroPrefetchQueues.PARTITIONS;
    static final String CANCELLED = "jms:topic:caravan.cancelled-partitions";

    static final String REQUEST = "request";
    static final String PARTITION = "partition";
    static final String FORMAT = "format";

    private static final Logger LOG = LoggerFactory.getLogger(PartitionRequests.class);
    private static final Duration FOLLOWED = Duration.ofHours(1);
    /** Requests are not persisted, because they are useful only while the sender waits; they expire after the same time. */
    private static final String SHORT_LIVED = "?deliveryPersistent=false&timeToLive=" + FOLLOWED.toMillis();

    private final ProducerTemplate producer;
    private final Broadcasts broadcasts;
    private final ReplyTopic answers;
    private final PendingReplies<PartitionAnswer> replies;
    /**
     * Dedicated sender thread: messages sent in a planning's own thread join its transaction, and the broker receives them only when the
     * planning is acknowledged.
     */
    private final ExecutorService sender;
    private SoftReference<Encoded> newest = new SoftReference<>(null);

    PartitionRequests(ProducerTemplate producer, Broadcasts broadcasts, ReplyTopic answers, Traces traces) {
        this.producer = producer;
        this.broadcasts = broadcasts;
        this.answers = answers;
        this.replies = answers.of(KIND, json -> Json.read(json, PartitionAnswer.class));
        this.sender = traces.following(Executors.newSingleThreadExecutor(new DaemonThreads("partitions")));
    }

    /** The part that all partitions of a problem share, encoded once. */
    private record Encoded(PlacementProblem problem, List<PartitionJob.Seated> seated, byte[] bytes) {

        boolean of(PartitionJob job) {
            return problem == job.problem() && seated.equals(job.seated());
        }
    }

    @Override
    public CompletableFuture<PartitionAnswer> begin(PartitionJob job) {
        long request = replies.number();
        CompletableFuture<PartitionAnswer> answer = replies.follow(request, () -> {}, FOLLOWED);
        sender.execute(() -> send(job, request, answer));
        answer.whenComplete((made, fault) -> {
            if (fault instanceof CancellationException || fault instanceof TimeoutException) {
                sender.execute(() -> broadcasts.tell(CANCELLED, Long.toString(request),
                        "a partition is no longer needed, but another server may continue to plan it"));
            } else if (fault != null) {
                LOG.warn("the planning of {} continues without an answer: {}", job.problem().application().name(), fault.getMessage());
            }
        });
        return answer;
    }

    private void send(PartitionJob job, long request, CompletableFuture<PartitionAnswer> answer) {
        try {
            if (!answer.isDone()) {
                producer.sendBodyAndHeaders(QUEUE + SHORT_LIVED, encoded(job),
                        Map.of(REQUEST, request, PARTITION, job.number(), FORMAT, SentJob.FORMAT));
            }
        } catch (RuntimeException fault) {
            String why = fault.getCause() == null ? fault.getMessage() : fault.getCause().getMessage();
            replies.fail(request, new IllegalStateException("partition " + job.number() + " cannot be sent: " + why, fault));
        }
    }

    /** Sends the answer to the requester, on this server or another. */
    void answer(long request, PartitionAnswer made) {
        if (!replies.answer(request, made)) {
            answers.tell(KIND, request, Json.write(made));
        }
    }

    void fail(long request, RuntimeException fault) {
        if (!replies.fail(request, fault)) {
            answers.tellFault(KIND, request, fault);
        }
    }

    private byte[] encoded(PartitionJob job) {
        Encoded known = newest.get();
        if (known == null || !known.of(job)) {
            known = new Encoded(job.problem(), job.seated(), SentJob.bytes(job));
            newest = new SoftReference<>(known);
        }
        return known.bytes();
    }

    @PreDestroy
    void end() {
        sender.shutdown();
    }
}
