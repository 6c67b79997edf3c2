package org.caravan.measure.schedule;

/**
 * Counts, durations and concurrency of the probes of a run.
 *
 * @param echoCount echo requests of an idle measurement, at least 1
 * @param flowSeconds length of a loaded flow, 2 to 600 s
 * @param repetitions how often the run repeats all phases, at least 1
 * @param idleAtOnce maximum number of concurrent batches of idle measurements, at least 1
 * @param flowsAtOnce maximum number of concurrent loaded flows that share no link or machine, at least 1
 */
public record ProbeSettings(int echoCount, int flowSeconds, int repetitions, int idleAtOnce, int flowsAtOnce) {

    /**
     * 16 echo requests, as many as the MELODIC measurements on NorNet repeated. Flows of 4 s, of which the second half counts. Only
     * three flows at once, because flows without a common access link may still share a network behind it.
     */
    public static final ProbeSettings DEFAULT = new ProbeSettings(16, 4, 1, 40, 3);

    public ProbeSettings {
        if (echoCount < 1 || repetitions < 1 || idleAtOnce < 1 || flowsAtOnce < 1) {
            throw new IllegalArgumentException("probe settings count from 1: " + echoCount + " echo requests, " + repetitions
                    + " repetitions, " + idleAtOnce + " idle measurements and " + flowsAtOnce + " flows at once");
        }
        if (flowSeconds < 2 || flowSeconds > 600) {
            throw new IllegalArgumentException("a loaded flow takes 2 to 600 s: " + flowSeconds);
        }
    }

    public ProbeSettings withRepetitions(int newRepetitions) {
        return new ProbeSettings(echoCount, flowSeconds, newRepetitions, idleAtOnce, flowsAtOnce);
    }

    public ProbeSettings withFlows(int newFlowSeconds, int newFlowsAtOnce) {
        return new ProbeSettings(echoCount, newFlowSeconds, repetitions, idleAtOnce, newFlowsAtOnce);
    }
}
