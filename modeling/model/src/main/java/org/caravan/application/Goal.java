package org.caravan.application;

import java.util.Collection;

/** What a good placement makes small; {@code weight} is above 0. */
public sealed interface Goal {

    double weight();

    /** What is made small, as the language and reports call it. */
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

    /** Seconds by which copies would come later than forecasts announce the requests they are for. */
    record MinimiseStartup(double weight) implements Goal {

        public MinimiseStartup {
            checkWeight(weight);
        }

        @Override
        public String subject() {
            return "startup";
        }
    }

    /** Of all goals of a kind together; 0 where there is none. In an order that does not depend on theirs. */
    static double weight(Collection<Goal> goals, Class<? extends Goal> kind) {
        return goals.stream().filter(kind::isInstance).mapToDouble(Goal::weight).sorted().sum();
    }

    private static void checkWeight(double weight) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of a goal is above 0: " + weight);
        }
    }
}
