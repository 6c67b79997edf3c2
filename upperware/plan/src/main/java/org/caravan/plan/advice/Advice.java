package org.caravan.plan.advice;

import java.util.List;
import java.util.Optional;
import org.caravan.unit.MonthlyCost;

/**
 * Refactorings of an application, ranked by the latency that they save on the measured network.
 *
 * @param basis placement of which {@code now} is
 * @param now figures of the present code at this placement; empty if there is no placement
 * @param planned figures of the present code planned again; empty if it has no placement
 * @param advised the most valuable refactorings, most valuable first
 * @param examined number of refactorings whose saving was computed
 * @param possible number of refactorings that the model permits; those of the slowest hops are examined
 * @param reasons why there is no placement; empty if there is one
 */
public record Advice(Basis basis, Optional<Figures> now, Optional<Figures> planned, List<Advised> advised, int examined, int possible,
        List<String> reasons) {

    public Advice {
        advised = List.copyOf(advised);
        reasons = List.copyOf(reasons);
    }

    /** Placement to which savings refer. */
    public enum Basis {
        /** The placement that is deployed. */
        DEPLOYED,
        /** The planner's result, because nothing is deployed or the deployed placement does not serve all requests of the model. */
        PLANNED
    }

    /**
     * Cost and latencies of one placement.
     *
     * @param latencies in order of the request, then of its users
     */
    public record Figures(List<Latency> latencies, MonthlyCost cost) {

        public Figures {
            latencies = List.copyOf(latencies);
        }

        /** Empty if a hop of the request is unknown, or if these users do not send it. */
        public Optional<Latency> latency(String requestId, String usersId) {
            return latencies.stream().filter(one -> one.requestId().equals(requestId) && one.usersId().equals(usersId)).findFirst();
        }
    }

    /** Latency of one request of one group of users, in ms. @param p95Millis of parallel and sequential hops, as plans promise it */
    public record Latency(String requestId, String usersId, double meanMillis, double p95Millis) {}

    /**
     * One refactoring and its effect.
     *
     * @param worth latency that it saves per second over all requests, in ms; planned figures count if they are known
     * @param evidence one for each group of users that sends the request; for a read replica, one for each reading hop
     * @param stay figures if no instance moves; empty for a read replica, which must be placed first
     * @param planned effect if the changed application is planned again; empty if this was not tried
     */
    public record Advised(Refactoring refactoring, double worth, List<Evidence> evidence, Optional<Figures> stay,
            Optional<Replanned> planned) {

        public Advised {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * The changed application, planned again.
     *
     * @param figures empty if it has no placement
     * @param moves instances on other hosts than at the basis, and new ones: {@code catalogue:1 pi-1 -> server-2}
     */
    public record Replanned(Optional<Figures> figures, List<String> moves) {

        public Replanned {
            moves = List.copyOf(moves);
        }
    }

    /**
     * What the figures of a hop rest on.
     *
     * @param requestId request whose hop it is
     * @param turns of the model, at least 1
     * @param bytes of the model, both directions together
     * @param path used by the placement
     * @param rttMillis mean round-trip time of the path
     * @param serviceMillis declared service time on the host of the callee; empty if the model declares none
     * @param millis mean time of one call
     * @param share of it that is part of the request's mean, 0 to 1
     * @param source of the path's metrics: samples with age, or estimated
     */
    public record Evidence(String requestId, String usersId, String from, String to, int turns, long bytes, String path, double rttMillis,
            Optional<Double> serviceMillis, double millis, double share, String source) {}
}
