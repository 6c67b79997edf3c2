package org.caravan.adapter;

import java.util.Comparator;

/**
 * Label of a copy on its provider. A copy is one running or stopped realisation of an instance. An instance that moves has two
 * copies, of different generations.
 *
 * @param generation of the plan that created this copy; counts from 1 and never repeats within an application
 */
public record CopyId(String application, InstanceId instance, long generation) implements Comparable<CopyId> {

    private static final Comparator<CopyId> ORDER = Comparator.comparing(CopyId::application)
            .thenComparing(CopyId::instance)
            .thenComparingLong(CopyId::generation);

    /** The label as one word that is also a valid container name: {@code sock-shop.frontend.1.7}. */
    public String label() {
        return application + "." + instance.componentId() + "." + instance.index() + "." + generation;
    }

    /** Parses the output of {@link #label()}. */
    public static CopyId parse(String label) {
        String[] parts = label.split("\\.");
        if (parts.length != 4) {
            throw new IllegalArgumentException("not a label of ours: " + label);
        }
        return new CopyId(
                parts[0], new InstanceId(parts[1], Integer.parseInt(parts[2])), Long.parseLong(parts[3]));
    }

    @Override
    public int compareTo(CopyId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return instance + "@" + generation;
    }
}
