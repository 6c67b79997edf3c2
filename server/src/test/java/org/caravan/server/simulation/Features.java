package org.caravan.server.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.server.Settings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * What a world has beside its faults, chosen by its seed.
 *
 * @param formerPace whether rounds follow each other as before the product chose its pauses by the silence of hosts: part of what the
 *     seeds mean of worlds that were found then
 */
record Features(boolean formerPace, Set<Feature> has) {

    /** A part of the product that not all applications use. */
    enum Feature {
        /** Rules of the model scale replicas by a metric and by a forecast. */
        RULES,
        /** Copies have minima of bandwidth on uplinks that are scarce. */
        BANDWIDTH,
        /** Plans may disturb copies only in an hour and a half of a world. */
        MAINTENANCE,
        /** The owner wants a longer pause between actions than the operator. */
        COOL_DOWN,
        /** A budget that does not suffice for all hosts. */
        BUDGET,
        /** Rules of the model scale replicas at fixed times. */
        SCHEDULES
    }

    static final Features FORMER = new Features(true, Set.of());
    /** Limits that are reached often. */
    private static final Map<String, String> LIMITS = Map.of("flap-budget", "12", "moves-per-hour", "2", "cool-down", "3m");
    private static final Map<String, String> FORGOTTEN = Map.of("flap-budget", "100000", "moves-per-hour", "100000", "cool-down", "0s");
    private static final String BUDGET = "40";
    /** A rule that adds a copy every 50 min, and one that removes a copy half past each hour. */
    private static final String SCHEDULES = "rule grow { every 50 min  then scale out web }\n"
            + "  rule tidy { cron \"30 * * * *\"  then scale in web }";

    Features {
        has = Set.copyOf(has);
    }

    /** Each feature is in two of five worlds, rules in three. */
    static Features of(long seed) {
        Random random = new Random(seed * 97 + 5);
        Set<Feature> has = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (random.nextInt(5) < (feature == Feature.RULES ? 3 : 2)) {
                has.add(feature);
            }
        }
        return new Features(false, has);
    }

    boolean has(Feature feature) {
        return has.contains(feature);
    }

    /** Whether rules of the model scale the component web. */
    boolean scales() {
        return has(Feature.RULES) || has(Feature.SCHEDULES);
    }

    /** Kinds of faults that change something in such a world. */
    List<Fault.Kind> faults() {
        List<Fault.Kind> kinds = new ArrayList<>(List.of(Fault.Kind.values()));
        kinds.removeIf(kind -> kind.ofRules() && !has(Feature.RULES));
        return kinds;
    }

    /** Name of the file with the shop. */
    String shop() {
        return has.isEmpty() ? "shop.caravan" : "adapting-shop.caravan";
    }

    /** A text of the language with the lines of these features. */
    String in(String text) {
        String changed = text;
        if (has(Feature.BANDWIDTH)) {
            changed = changed.replaceAll("(gateway \"10\\.1\\.[123]\\.1\") }", "$1  uplink 10 Mbit/s }")
                    .replace("// web bandwidth", "bandwidth { min 4 Mbit/s }")
                    .replace("// stock bandwidth", "bandwidth { min 3 Mbit/s }").replace("// page bandwidth", "bandwidth { min 2 Mbit/s }");
        }
        String limits = (has(Feature.COOL_DOWN) ? "cool-down 5 min  " : "")
                + (has(Feature.MAINTENANCE) ? "maintenance \"MON-SUN 00:45-02:15 UTC\"" : "");
        if (!has(Feature.RULES)) {
            changed = changed.replaceAll("(?m)^  (forecast|metric|rule) .*\\R", "");
        }
        if (!scales()) {
            changed = changed.replace("replicas 2..4  capacity 40 requests/s", "replicas 2");
        }
        changed = has(Feature.SCHEDULES) ? changed.replace("// schedules", SCHEDULES) : changed;
        return limits.isEmpty() ? changed : changed.replace("// limits", "adaptation { " + limits.strip() + " }");
    }

    /** Those of the server; with the planted bug, it has forgotten its limits. */
    Settings settings(Planted planted) {
        Map<String, String> changed = new TreeMap<>();
        (planted == Planted.FORGOTTEN_LIMIT ? FORGOTTEN : LIMITS).forEach((name, value) ->
                changed.put("caravan.adaptation." + name, value));
        changed.put("caravan.rules.every", "15s");
        if (formerPace) {
            changed.put("caravan.adaptation.every", "5s");
        }
        if (has(Feature.BUDGET)) {
            changed.put("caravan.adaptation.budget", BUDGET);
        }
        return new Binder(new MapConfigurationPropertySource(changed)).bindOrCreate("caravan", Settings.class);
    }
}
