package org.caravan.bench.reassignment;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.bench.reassignment.Instance.Balance;
import org.caravan.bench.reassignment.Instance.Machine;
import org.caravan.bench.reassignment.Instance.Process;
import org.caravan.bench.reassignment.Instance.Resource;
import org.caravan.bench.reassignment.Instance.Service;

/** Instances of our own: one in a file in the challenge's form, and small ones of every kind, one per seed. */
final class Fixture {

    private Fixture() {}

    static Path folder() {
        try {
            return Path.of(Fixture.class.getResource("/own/NOTE.md").toURI()).getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Instance instance() {
        return InstanceReader.instance(folder().resolve("model_a9_1.txt"));
    }

    static Instance random(long seed, int machines, int processes) {
        Random random = new Random(seed);
        random.nextLong();
        int resources = 1 + random.nextInt(3);
        int services = 1 + random.nextInt(processes);
        return new Instance(
                IntStream.range(0, resources).mapToObj(r -> new Resource(random.nextBoolean(), random.nextInt(4))).toArray(Resource[]::new),
                IntStream.range(0, machines).mapToObj(m -> new Machine(random.nextInt(2), random.nextInt(3),
                        numbers(random, resources, 15, 25),
                        numbers(random, resources, 2, 20), numbers(random, machines, 0, 4))).toArray(Machine[]::new),
                IntStream.range(0, services).mapToObj(s -> new Service(random.nextInt(3), needed(random, services)))
                        .toArray(Service[]::new),
                IntStream.range(0, processes).mapToObj(p -> new Process(random.nextInt(services), numbers(random, resources, 0, 8),
                        random.nextInt(9))).toArray(Process[]::new),
                random.nextBoolean() ? new Balance[0] : new Balance[] {new Balance(0, resources - 1, random.nextInt(4), random.nextInt(4))},
                random.nextInt(3), random.nextInt(9), random.nextInt(3));
    }

    private static int[] needed(Random random, int services) {
        return random.nextInt(3) > 0 ? new int[0] : new int[] {random.nextInt(services)};
    }

    private static long[] numbers(Random random, int count, int least, int below) {
        return random.longs(count, least, below).toArray();
    }
}
