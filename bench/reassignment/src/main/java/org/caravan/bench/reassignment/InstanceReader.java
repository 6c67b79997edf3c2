package org.caravan.bench.reassignment;

import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.caravan.bench.reassignment.Instance.Balance;
import org.caravan.bench.reassignment.Instance.Machine;
import org.caravan.bench.reassignment.Instance.Process;
import org.caravan.bench.reassignment.Instance.Resource;
import org.caravan.bench.reassignment.Instance.Service;

/** Reads the challenge's files: whole numbers, in an order that only their counts tell. */
final class InstanceReader {

    private final Path file;
    private final long[] numbers;
    private int at;

    private InstanceReader(Path file) {
        this.file = file;
        this.numbers = numbers(file);
    }

    /** @throws IllegalArgumentException where the file is shorter or longer than its counts say, or is none of numbers */
    static Instance instance(Path model) {
        InstanceReader reader = new InstanceReader(model);
        Instance instance = reader.instance();
        if (reader.at != reader.numbers.length) {
            throw new IllegalArgumentException(model + " goes on after its last cost.\nMaybe it is no model_….txt of the challenge.");
        }
        return instance;
    }

    /** By process the machine it is on. */
    static int[] assignment(Path file, Instance instance) {
        long[] numbers = numbers(file);
        if (numbers.length != instance.processes().length) {
            throw new IllegalArgumentException(file + " assigns " + numbers.length + " processes, the model has "
                    + instance.processes().length + ".\nMaybe it belongs to another model.");
        }
        int[] machines = new int[numbers.length];
        for (int process = 0; process < machines.length; process++) {
            machines[process] = Math.toIntExact(numbers[process]);
            if (machines[process] < 0 || machines[process] >= instance.machines().length) {
                throw new IllegalArgumentException(file + " puts process " + process + " on machine " + machines[process]
                        + " of " + instance.machines().length + ".\nMaybe it belongs to another model.");
            }
        }
        return machines;
    }

    private Instance instance() {
        Resource[] resources = each(i -> new Resource(next() == 1, next())).toArray(Resource[]::new);
        int count = count();
        Machine[] machines = new Machine[count];
        for (int m = 0; m < count; m++) {
            machines[m] = new Machine(count(), count(), row(resources.length), row(resources.length), row(count));
        }
        Service[] services = each(i -> new Service(count(), dependencies())).toArray(Service[]::new);
        Process[] processes = each(i -> new Process(count(), row(resources.length), next())).toArray(Process[]::new);
        Balance[] balances = each(i -> new Balance(count(), count(), next(), next())).toArray(Balance[]::new);
        return new Instance(resources, machines, services, processes, balances, next(), next(), next());
    }

    private int[] dependencies() {
        int[] services = new int[count()];
        for (int i = 0; i < services.length; i++) {
            services[i] = count();
        }
        return services;
    }

    private <T> List<T> each(IntFunction<T> one) {
        int count = count();
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(one.apply(i));
        }
        return all;
    }

    private long[] row(int length) {
        long[] row = new long[length];
        for (int i = 0; i < length; i++) {
            row[i] = next();
        }
        return row;
    }

    private int count() {
        return Math.toIntExact(next());
    }

    private long next() {
        if (at == numbers.length) {
            throw new IllegalArgumentException(file + " ends after " + at + " numbers.\nMaybe it was not copied whole.");
        }
        return numbers[at++];
    }

    private static long[] numbers(Path file) {
        try (var text = Files.newBufferedReader(file)) {
            StreamTokenizer tokens = new StreamTokenizer(text);
            List<Long> numbers = new ArrayList<>();
            while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
                if (tokens.ttype != StreamTokenizer.TT_NUMBER) {
                    throw new IllegalArgumentException(file + " has something that is no number in line " + tokens.lineno()
                            + ".\nMaybe it is no file of the challenge.");
                }
                // As a double, which is exact up to 2^53; the challenge's numbers are below 2^32.
                numbers.add((long) tokens.nval);
            }
            return numbers.stream().mapToLong(Long::longValue).toArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
