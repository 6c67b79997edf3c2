package org.caravan.application;

import java.util.Collection;

/** Objective that a placement minimises; {@code weight} is above 0. */
public sealed interface Goal {

    double weight();

    /** Name of the minimised quantity in the language and in reports. */
    String subject();

    /** Mean latency of a request over the users who send it. */
    record MinimiseLatency(String requestId, double weight) implements Goal {

        public MinimiseLatency {
            checkWeight(weight);
        }

        @Override
        public String subject() {
            return "latency of " + requestId;
        }
    }

    /** Cost per month of all hosts in use. */
    record MinimiseCost(double weight) implements Goal {

        public MinimiseCost {
            checkWeight(weight);
        }

        @Override
        public String subject() {
            return "cost";
        }
    }

    /** Electrical power of all hosts in use, in watts. */
    record MinimisePower(double weight) implements Goal {

        public MinimisePower {
            checkWeight(weight);
        }

        @Override
        public String subject() {
            return "power";
        }
    }

    /** Startup delay in seconds: time by which copies become ready after the requests that forecasts announce. */
    record MinimiseStartup(double weight) implements Goal {

        public MinimiseStartup {
            checkWeight(weight);
        }

        @Override
        public String subject() {
            return "startup";
        }
    }

    /** Total weight of all goals of this kind; 0 if there is none. The summation order does not depend on the order of the goals. */
    static double weight(Collection<Goal> goals, Class<? extends Goal> kind) {
        return goals.stream().filter(kind::isInstance).mapToDouble(Goal::weight).sorted().sum();
    }

    private static void checkWeight(double weight) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of a goal is above 0: " + weight);
        }
    }
}
