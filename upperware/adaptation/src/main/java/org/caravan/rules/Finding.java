package org.caravan.rules;

import java.time.Instant;
import java.util.List;

/** What a rule found in a round. Findings are repeated in each round as long as they hold. */
public sealed interface Finding {

    /** Name of the rule. */
    String rule();

    /**
     * A host is lost: what runs there must be replaced.
     *
     * @param since first look without an answer
     * @param silentMillis duration of the silence, in ms
     * @param thresholdMillis duration from which a host counts as lost, in ms
     * @param looks number of looks without an answer
     * @param answered number of hosts that answered in this round
     * @param hosts number of hosts that were looked at in this round
     * @param detail reason of the latest look, for people
     */
    record HostLost(String hostId, Instant since, long silentMillis, long thresholdMillis, int looks, int answered, int hosts, String detail)
            implements Finding {
        @Override
        public String rule() {
            return "host-lost";
        }
    }

    /** A host was silent a short time ago: automatic plans place nothing there. */
    record HostUnsettled(String hostId, Instant answeredAgain) implements Finding {
        @Override
        public String rule() {
            return "host-unsettled";
        }
    }

    /** All hosts of a held deployment answer again: it can be completed. */
    record HostsBack(String application, long runId, List<String> hostIds) implements Finding {
        @Override
        public String rule() {
            return "host-back";
        }
    }

    /**
     * A fault on the side of the server. No host counts as lost while it lasts.
     *
     * @param rule name of the rule that recognised the fault
     * @param subjects hosts concerned; empty if the fault is not about hosts
     * @param cause one sentence
     */
    record OwnFault(String rule, List<String> subjects, String cause) implements Finding {

        public OwnFault {
            subjects = subjects.stream().sorted().toList();
        }
    }
}
