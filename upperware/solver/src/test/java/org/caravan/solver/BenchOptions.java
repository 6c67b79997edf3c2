package org.caravan.solver;

import java.util.Map;
import java.util.TreeMap;

/** Options of a bench, each with a value. */
final class BenchOptions {

    private final Map<String, String> values = new TreeMap<>();

    private BenchOptions() {}

    /** Ends the process where an option is not known. @param defaults names, each followed by its value where nothing is said */
    static BenchOptions of(String bench, String[] args, String... defaults) {
        BenchOptions options = new BenchOptions();
        for (int i = 0; i < defaults.length; i += 2) {
            options.values.put(defaults[i], defaults[i + 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].replaceFirst("^--", "");
            if (i + 1 == args.length || !options.values.containsKey(name)) {
                System.err.println(bench + (i + 1 == args.length ? " misses what follows " : " has no option ") + args[i]
                        + ".\nMaybe one of " + options.values.keySet());
                System.exit(2);
            }
            options.values.put(name, args[i + 1]);
        }
        return options;
    }

    String get(String name) {
        return values.get(name);
    }
}
