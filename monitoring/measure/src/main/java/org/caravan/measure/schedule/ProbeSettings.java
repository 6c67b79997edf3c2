package org.caravan.measure.schedule;

/**
 * How long each probe of a run takes and how many run at once.
 *
 * @param echoCount echo requests of an idle measurement, at least 1
 * @param flowSeconds length of a loaded flow, 2 to 600 s
 * @param repetitions how often the run takes everything, at least 1
 * @param idleAtOnce idle measurements that may run at the same time, at least 1
 * @param flowsAtOnce loaded flows that may run at the same time where they share nothing, at least 1
 */
public record ProbeSettings(int echoCount, int flowSeconds, int repetitions, int idleAtOnce, int flowsAtOnce) {

    /**
     * 16 echo requests, as often as the MELODIC measurements on NorNet were repeated; flows of 4 s, of which the second half counts; only three
     * at once, since flows that share no access link may still share a network behind them.
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
