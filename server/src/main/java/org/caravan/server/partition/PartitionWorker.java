package org.caravan.server.partition;

import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.Settings;
import org.caravan.server.broker.CancelledIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Consumes partitions from the broker, one at a time, also while this server computes a plan. */
@Component("partitionWorker")
public class PartitionWorker {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);

    /** Created with the first partition, because a solver uses much memory. */
    private final ObjectProvider<PartitionPlanner> planner;
    private final PartitionRequests requests;
    private final ObservedPartition observed;
    private final String server;
    private final CancelledIds partitions = new CancelledIds();

    PartitionWorker(ObjectProvider<PartitionPlanner> planner, PartitionRequests requests, ObservedPartition observed, Settings settings) {
        this.planner = planner;
        this.requests = requests;
        this.observed = observed;
        this.server = settings.name();
    }

    /**
     * Called by the route that reads the queue. The route acknowledges the request together with its answer.
     *
     * @throws PlanningCancelled if this server shuts down
     */
    public void requested(@Body byte[] job, @Header(PartitionRequests.REQUEST) long request,
            @Header(PartitionRequests.PARTITION) int number,
            @Header(PartitionRequests.FORMAT) int format) {
        if (partitions.has(request)) {
            return;
        }
        try {
            PartitionAnswer answer = observed.of(number, () -> planned(read(job, number, format), request));
            requests.answer(request, new PartitionAnswer(answer.hostIds(), server));
        } catch (PlanningCancelled e) {
            if (!partitions.has(request)) {
                throw e;
            }
            LOG.info("partition {} is no longer needed", number);
        } catch (RuntimeException | OutOfMemoryError fault) {
            // A problem may be too large for this server's memory. The requester must know that no answer will follow.
            LOG.warn("partition {} was not planned: {}", number, fault.getMessage());
            String by = server.isEmpty() ? "" : " by server (" + server + ")";
            requests.fail(request, new PartitionFault("partition " + number + " was not planned" + by + ": " + fault.getMessage()));
        }
    }

    /** Called by the route that reads the topic. */
    public void cancelled(@Body String request) {
        partitions.cancel(Long.parseLong(request));
    }

    /** Runs before the routes stop, because they wait for running requests. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        partitions.end();
    }

    private static PartitionJob read(byte[] job, int number, int format) {
        String otherVersion = "Maybe run the same version of Caravan on all servers.";
        if (format != SentJob.FORMAT) {
            throw new PartitionFault("It was sent in format (" + format + "), and this server reads " + SentJob.FORMAT + ".\n"
                    + otherVersion);
        }
        try {
            return SentJob.read(job, number);
        } catch (RuntimeException e) {
            throw new PartitionFault("It cannot be read: " + e.getMessage() + "\n" + otherVersion);
        }
    }

    private PartitionAnswer planned(PartitionJob job, long request) {
        String application = job.problem().application().name();
        try (MDC.MDCCloseable of = MDC.putCloseable("application", application)) {
            PartitionPlanner.Ongoing ongoing = planner.getObject().begin(job);
            partitions.begins(request, ongoing::cancel);
            PartitionAnswer answer = ongoing.answer();
            LOG.info("partition {} of {}: {} instances", job.number(), application, answer.hostIds().size());
            return answer;
        } finally {
            partitions.ended(request);
        }
    }

    /** Fault with a message for the log, also that of another server. */
    private static final class PartitionFault extends RuntimeException {

        private static final long serialVersionUID = 1L;

        PartitionFault(String message) {
            super(message);
        }

        /** The text sent to other servers: the message without the class name. */
        @Override
        public String toString() {
            return getMessage();
        }
    }
}
