package org.caravan.server.decision;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.caravan.server.Settings;
import org.springframework.boot.convert.DurationStyle;

/** Settings of the server that built-in rules use. */
enum RuleSetting {
    PROBING_EVERY("caravan.probing.every", "", "Between two standing probe runs; 0s: only when somebody asks.", set -> set.probing().every()),
    PROBING_BUDGET("caravan.probing.budget", "B", "Of probes on each access link in any 24 hours, where a run has none of its own.", set -> set.probing().budget().toBytes()),
    PROBING_FLOWS_EVERY("caravan.probing.flows-every", "", "Between two standing looks for flows that the budget affords.", set -> set.probing().flowsEvery()),
    PROBING_ALONE("caravan.probing.alone", "", "How long sites go on by themselves while the server is away; 0s: not at all.", set -> set.probing().alone()),
    NETWORK_WINDOW("caravan.network-window", "", "How old the earlier samples may be.", Settings::networkWindow),
    PREFETCH("caravan.image-transfer.prefetch", "", "Whether it is done at all.", set -> set.imageTransfer().prefetch()),
    PREFETCH_RATE("caravan.image-transfer.prefetch-rate", "Mbit/s", "What such a transfer takes of a host's line at most.", set -> set.imageTransfer().prefetchRate()),
    KEEP_UNUSED("caravan.image-transfer.keep-unused", "", "How long layers that nothing uses stay.", set -> set.imageTransfer()
            .keepUnused()),
    ADAPTATION_EVERY("caravan.adaptation.every", "",
            "Between two looks at the hosts of applications; 0s: the server does not adapt by itself.", set -> set.adaptation().every()),
    ADAPTATION_LOST_AFTER("caravan.adaptation.lost-after", "", "Silence from which a host counts as lost.", set -> set.adaptation()
            .lostAfter());

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
        return new RuleView.Setting(key, now instanceof Duration time ? DurationStyle.SIMPLE.print(time, ChronoUnit.SECONDS) : now.toString(), unit, meaning);
    }
}
