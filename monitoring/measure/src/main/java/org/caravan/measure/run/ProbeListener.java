package org.caravan.measure.run;

/** Hears of a run's progress. Called by its threads, one at a time, so it must be quick; it must not throw. */
@FunctionalInterface
public interface ProbeListener {

    void progressed(ProbeProgress progress);
}
