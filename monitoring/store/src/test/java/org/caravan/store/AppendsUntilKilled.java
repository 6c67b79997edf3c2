package org.caravan.store;

import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;

/** Appends batch after batch and prints the number of each that was acknowledged. Ends only by being killed. */
final class AppendsUntilKilled {

    static final int BATCH = 20;

    private AppendsUntilKilled() {}

    public static void main(String[] arguments) {
        Clock clock = Clock.fixed(SampleStoreContract.START, ZoneOffset.UTC);
        SampleStore store = new SqliteSampleStore(Path.of(arguments[0]), Retention.DEFAULT, clock);
        for (int batch = 1; ; batch++) {
            store.append(batch(batch));
            System.out.println(batch);
        }
    }

    /** The batch's number is the value of its samples. */
    static List<Sample> batch(int number) {
        return IntStream.range(0, BATCH)
                .mapToObj(i -> SampleStoreContract.sample(
                        SampleStoreContract.BERGEN_TO_SIMULA,
                        Quantity.IDLE_RTT,
                        number,
                        SampleStoreContract.START.plusMillis(number * 100L + i)))
                .toList();
    }
}
