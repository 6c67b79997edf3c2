package org.caravan.adapter;

import java.util.Comparator;

/**
 * One running (or stopped) copy of an instance. While an instance moves it has two copies, of different generations.
 * This is our label on the provider.
 *
 * @param generation of the plan that asked for this copy; counts from 1 and never repeats within an application
 */
public record CopyId(String application, InstanceId instance, long generation) implements Comparable<CopyId> {

    private static final Comparator<CopyId> ORDER = Comparator.comparing(CopyId::application)
            .thenComparing(CopyId::instance)
            .thenComparingLong(CopyId::generation);

    /** The label as one word that is also a valid name of a container: {@code sock-shop.frontend.1.7}. */
    public String label() {
        return application + "." + instance.componentId() + "." + instance.index() + "." + generation;
    }

    /** Reads what {@link #label()} writes. */
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
