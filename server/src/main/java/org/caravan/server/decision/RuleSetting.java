package org.caravan.server.decision;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.caravan.api.server.RuleView;
import org.caravan.server.Settings;
import org.springframework.boot.convert.DurationStyle;

/** Settings of the server that built-in rules use. */
enum RuleSetting {
    PROBING_EVERY("caravan.probing.every", "", "Interval between standing probe runs; 0s: only on request.", set -> set.probing().every()),
    PROBING_IDLE_EVERY("caravan.probing.idle-every", "", "Interval between standing idle measurements of a path in use; 0s: none.",
            set -> set.probing().idleEvery()),
    PROBING_BUDGET("caravan.probing.budget", "B", "Default budget of probes on each access link in any 24 hours.",
            set -> set.probing().budget().toBytes()),
    PROBING_FLOWS_EVERY("caravan.probing.flows-every", "", "Interval at which standing probing selects flows within the budget.",
            set -> set.probing().flowsEvery()),
    PROBING_ALONE("caravan.probing.alone", "", "How long sites continue to probe while the server is unreachable; 0s: disabled.",
            set -> set.probing().alone()),
    NETWORK_WINDOW("caravan.network-window", "", "Maximum age of the earlier samples.", Settings::networkWindow),
    PREFETCH("caravan.image-transfer.prefetch", "", "Whether prefetching is enabled.", set -> set.imageTransfer().prefetch()),
    PREFETCH_RATE("caravan.image-transfer.prefetch-rate", "Mbit/s", "Maximum rate of a prefetch on a host's access link.",
            set -> set.imageTransfer().prefetchRate()),
    KEEP_UNUSED("caravan.image-transfer.keep-unused", "", "How long unused layers are kept.", set -> set.imageTransfer().keepUnused()),
    ADAPTATION_EVERY("caravan.adaptation.every", "", "Interval of looks at the hosts of applications; 0s: no adaptation.",
            set -> set.adaptation().every()),
    ADAPTATION_LOST_AFTER("caravan.adaptation.lost-after", "", "Silence from which a host counts as lost.",
            set -> set.adaptation().lostAfter()),
    ADAPTATION_LOST_WITNESSED("caravan.adaptation.lost-witnessed", "", "The same if another host of its site answered in the meantime.",
            set -> set.adaptation().lostWitnessed()),
    PREDICTION_ERROR("caravan.adaptation.prediction-error", "", "Error of a predicted latency, as a share of it, above which plans are "
            + "only proposed; 0: no limit.", set -> set.adaptation().predictionError()),
    PATHS_FACTOR("caravan.adaptation.paths.factor", "", "Factor of the round-trip time by which a path is much slower.",
            set -> set.adaptation().paths().factor()),
    PATHS_MILLIS("caravan.adaptation.paths.slower-by", "", "The same as a difference; both must be exceeded.",
            set -> set.adaptation().paths().slowerBy()),
    PATHS_MEASUREMENTS("caravan.adaptation.paths.measurements", "", "Successive measurements that must show it; 0: the rule is off.",
            set -> set.adaptation().paths().measurements()),
    PATHS_PAUSE("caravan.adaptation.paths.pause", "", "Time between two automatic moves of an application because of paths.",
            set -> set.adaptation().paths().pause()),
    USERS_EVERY("caravan.adaptation.users.every", "", "Interval at which shares of groups of users are computed; 0s: never.",
            set -> set.adaptation().users().every()),
    USERS_WINDOW("caravan.adaptation.users.window", "", "Period over which shares of groups of users are measured.",
            set -> set.adaptation().users().window()),
    USERS_SHARE("caravan.adaptation.users.share", "", "Share of the requests that comes from other groups than the plan assumes, from "
            + "which users have moved.", set -> set.adaptation().users().share()),
    USERS_HOLD("caravan.adaptation.users.hold", "", "How long this must last.", set -> set.adaptation().users().hold()),
    USERS_LEAST_GAIN("caravan.adaptation.users.least-gain", "", "Share by which a plan must lower the mean latency of the users.",
            set -> set.adaptation().users().leastGain()),
    USERS_PAUSE("caravan.adaptation.users.pause", "", "Time between two automatic moves of an application because of users.",
            set -> set.adaptation().users().pause()),
    COSTS_EVERY("caravan.adaptation.costs.every", "", "Interval at which costs of deployed plans are compared; 0s: never.",
            set -> set.adaptation().costs().every()),
    COSTS_RISE("caravan.adaptation.costs.rise-share", "", "Rise of the cost, as a share, above which prices have changed.",
            set -> set.adaptation().costs().riseShare()),
    COSTS_LEAST_SAVING("caravan.adaptation.costs.least-saving", "EUR/month", "Least saving for which another plan is made.",
            set -> set.adaptation().costs().leastSaving()),
    COSTS_SPENT("caravan.adaptation.costs.spent-share", "", "Share of the budget from which it is nearly spent.",
            set -> set.adaptation().costs().spentShare()),
    RULES_EVERY("caravan.rules.every", "", "Interval at which rules and constraints of models are evaluated; 0s: never.",
            set -> set.rules().every()),
    METRICS_EVERY("caravan.metrics.every", "", "Interval at which the usage of hosts and copies is read; 0s: never.",
            set -> set.metrics().every());

    private final String key;
    private final String unit;
    private final String meaning;
    private final Function<Settings, Object> value;

    RuleSetting(String key, String unit, String meaning, Function<Settings, Object> value) {
        this.key = key;
        this.unit = unit;
        this.meaning = meaning;
        this.value = value;
    }

    RuleView.Setting view(Settings set) {
        Object now = value.apply(set);
        return new RuleView.Setting(key, now instanceof Duration time ? DurationStyle.SIMPLE.print(time, ChronoUnit.SECONDS)
                : now.toString(), unit, meaning);
    }
}
