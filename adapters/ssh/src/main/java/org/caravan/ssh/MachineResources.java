package org.caravan.ssh;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Resources such as connections, one per machine, with a count of the callers that hold it. Unused ones are removed on request, as
 * those of machines that were removed or are no longer rented. Safe for threads.
 */
public final class MachineResources<R extends MachineResources.Resource> implements AutoCloseable {

    /** The resource of one machine. */
    public interface Resource {

        /** Whether it is kept without a caller that holds it. Does not wait: callers of some machines wait for the answer. */
        boolean used();

        /** Also called while callers hold it, if all resources are closed. */
        void close();
    }

    private final Function<Machine, R> made;
    private final Map<Machine, Counted> entries = new ConcurrentHashMap<>();

    /** @param made makes the resource of a machine at its first call, and after its removal; does not wait */
    public MachineResources(Function<Machine, R> made) {
        this.made = made;
    }

    /** Calls with the resource of the machine, which is not removed meanwhile. */
    public <T> T with(Machine machine, Function<? super R, T> call) {
        Counted entry = entries.compute(machine, (same, known) -> (known == null ? new Counted(made.apply(same)) : known).count(1));
        try {
            return call.apply(entry.resource);
        } finally {
            entries.computeIfPresent(machine, (same, own) -> own.count(-1));
        }
    }

    /** Removes and closes the resources that no caller holds and that are not used. */
    public void removeUnused() {
        List<R> removed = new ArrayList<>();
        entries.keySet().forEach(machine -> entries.computeIfPresent(machine, (same, entry) -> {
            if (entry.callers > 0 || entry.resource.used()) {
                return entry;
            }
            removed.add(entry.resource);
            return null;
        }));
        removed.forEach(Resource::close);
    }

    /** Number of machines with a resource, which may be an unused one until its removal. */
    public int size() {
        return entries.size();
    }

    /** Closes all resources. They are not removed. */
    @Override
    public void close() {
        entries.values().forEach(entry -> entry.resource.close());
    }

    private final class Counted {

        private final R resource;
        /** Read and written while the map holds the entry. */
        private int callers;

        private Counted(R resource) {
            this.resource = resource;
        }

        private Counted count(int change) {
            callers += change;
            return this;
        }
    }
}
