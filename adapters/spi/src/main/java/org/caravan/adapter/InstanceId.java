package org.caravan.adapter;

import java.util.Comparator;

/** Id of an instance of a component, in plan notation: {@code frontend:1}. The index counts from 1. */
public record InstanceId(String componentId, int index) implements Comparable<InstanceId> {

    private static final Comparator<InstanceId> ORDER =
            Comparator.comparing(InstanceId::componentId).thenComparingInt(InstanceId::index);

    public InstanceId {
        if (index < 1) {
            throw new IllegalArgumentException("instances of " + componentId + " count from 1: " + index);
        }
    }

    /** Parses the output of {@link #toString()}. */
    public static InstanceId parse(String text) {
        int colon = text.lastIndexOf(':');
        return new InstanceId(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public int compareTo(InstanceId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return componentId + ":" + index;
    }
}
