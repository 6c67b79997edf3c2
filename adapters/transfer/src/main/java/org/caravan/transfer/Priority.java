package org.caravan.transfer;

/** Who gets the line when both want it. */
public enum Priority {
    /** A step of a deployment waits for it. */
    DEPLOYMENT,
    /** It may be wanted soon: slowed down, and hurried the moment a deployment waits for the same layer. */
    PREFETCH
}
