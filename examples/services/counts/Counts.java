import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimitedSourceReader;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * Counts and adds the numbers 1, 2, 3 … Arguments: numbers per second (100); how many numbers need work (8000); milliseconds of work for
 * each of these (20); the last number (none). With these values, one task manager works on half of the numbers, and three are busy two
 * thirds of the time. The accumulators {@code count} and {@code sum} show the state. If no number is lost or counted twice, the sum is
 * count (count + 1) / 2.
 */
public final class Counts {

    private Counts() {}

    public static void main(String[] arguments) throws Exception {
        double rate = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 100;
        long heavy = arguments.length > 1 ? Long.parseLong(arguments[1]) : 8000;
        long work = arguments.length > 2 ? Long.parseLong(arguments[2]) : 20;
        long last = arguments.length > 3 ? Long.parseLong(arguments[3]) : Long.MAX_VALUE - 1;
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.fromSource(new Numbers(rate, last), WatermarkStrategy.noWatermarks(), "numbers").rebalance()
                .map(number -> {
                    if (number <= heavy) {
                        TimeUnit.MILLISECONDS.sleep(work);
                    }
                    return number;
                }).name("work").keyBy(number -> 0).process(new Total()).name("total").sinkTo(new DiscardingSink<>());
        environment.execute("counts");
    }

    /** All numbers in order, by one reader, at a constant rate. */
    static final class Numbers extends NumberSequenceSource {

        private final double rate;
        private final long last;

        Numbers(double rate, long last) {
            super(1, last);
            this.rate = rate;
            this.last = last;
        }

        @Override
        public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
                SplitEnumeratorContext<NumberSequenceSplit> context) {
            return new IteratorSourceEnumerator<>(context, List.of(new NumberSequenceSplit("all", 1, last)));
        }

        @Override
        public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
            return new RateLimitedSourceReader<>(super.createReader(context), RateLimiterStrategy.perSecond(rate).createRateLimiter(1));
        }
    }

    /** Count and sum are state, which a restart restores from a checkpoint. */
    static final class Total extends KeyedProcessFunction<Integer, Long, Long> {

        private transient ValueState<Tuple2<Long, Long>> total;
        private transient LongMaximum count;
        private transient LongMaximum sum;

        @Override
        public void open(OpenContext context) {
            total = getRuntimeContext().getState(new ValueStateDescriptor<>("total", Types.TUPLE(Types.LONG, Types.LONG)));
            count = new LongMaximum();
            sum = new LongMaximum();
            getRuntimeContext().addAccumulator("count", count);
            getRuntimeContext().addAccumulator("sum", sum);
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            Tuple2<Long, Long> before = total.value();
            Tuple2<Long, Long> now = Tuple2.of((before == null ? 0 : before.f0) + 1, (before == null ? 0 : before.f1) + number);
            total.update(now);
            count.add(now.f0);
            sum.add(now.f1);
        }
    }
}
