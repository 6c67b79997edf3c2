package org.caravan.testing;

/**
 * How many of many generated cases a test tries: a part in the fast tests, all with {@code -Dsample.whole=true} ({@code ./caravan bench
 * samples}).
 */
public final class Sample {

    private static final boolean WHOLE = Boolean.getBoolean("sample.whole");

    private Sample() {}

    /**
     * Also for what a test expects of the number of cases, so that a part is held against as much as the whole.
     *
     * @param part number in the fast tests, at least 0
     * @param whole number otherwise, at least {@code part}
     */
    public static int of(int part, int whole) {
        return WHOLE ? whole : part;
    }
}
