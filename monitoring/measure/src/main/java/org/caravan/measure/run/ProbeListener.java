package org.caravan.measure.run;

/**
 * Receives the progress of a run. The threads of the run call it, one at a time. Implementations must return quickly and must not
 * throw.
 */
@FunctionalInterface
public interface ProbeListener {

    void progressed(ProbeProgress progress);
}
