package org.caravan.plan.advice;

import org.caravan.application.ApplicationModel;

/** Change of an application's code that changes how its requests use the network, as a function from model to model. */
public sealed interface Refactoring permits HopRefactoring, ReadReplicaRefactoring {

    Kind kind();

    /** Its subject: request and link, or component. */
    String subject();

    /** The model after the change. @param model with the subject */
    ApplicationModel applied(ApplicationModel model);

    /** Effect in words, for example {@code 1 turn instead of 7}. */
    String effect();

    /** Instruction on how to write the change in the model, without a full stop at its end. */
    String written();

    /** Condition that the code must satisfy, which the model does not show. */
    String condition();

    /** Kind of change. */
    enum Kind {
        /** All turns of a call in one. */
        BUNDLE("bundle"),
        /** A cache at the caller. */
        CACHE("cache"),
        /** The answer no longer waits for the call. */
        ASYNC("async"),
        /** The call is made at the same time as the one before it. */
        PARALLEL("parallel"),
        /** Read replicas of a component. */
        READ_REPLICA("read replica");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Name in texts. */
        public String word() {
            return word;
        }
    }
}
