package org.caravan.server.adaptation.model;

import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.plan.InstancePlacement;

/**
 * One command in the copies of a component, over all attempts: it is repeated only in copies where it certainly failed. Its output is not
 * part of any text, because it may contain secrets. Used by one thread at a time.
 */
final class CopyCommands {

    private final Set<String> done = new HashSet<>();

    /**
     * Result of an attempt.
     *
     * @param failure without a full stop; empty if the command ended with 0 in all copies
     * @param repeatable whether another attempt may help and cannot run the command twice
     */
    record Result(Optional<String> failure, boolean repeatable) {}

    /** Runs the command in the copies where it did not succeed yet. @param exec empty if the host of the copy is not known */
    Result attempt(List<InstancePlacement> copies, Function<InstancePlacement, Optional<CopyCommand.Outcome>> exec) {
        Optional<String> failed = Optional.empty();
        Optional<String> unclear = Optional.empty();
        for (InstancePlacement placed : copies) {
            String copy = placed.instance() + " on " + placed.hostId();
            if (done.contains(copy)) {
                continue;
            }
            try {
                Optional<CopyCommand.Outcome> outcome = exec.apply(placed);
                if (outcome.filter(CopyCommand.Outcome::timedOut).isPresent()) {
                    unclear = unclear.or(() -> Optional.of("it did not end in time in " + copy));
                } else if (outcome.filter(ended -> ended.exitCode() == 0).isPresent()) {
                    done.add(copy);
                } else {
                    failed = failed.or(() -> Optional.of(outcome.map(ended -> "it ended with exit code " + ended.exitCode() + " in " + copy)
                            .orElse("the infrastructure does not have the host of " + copy)));
                }
            } catch (NoSuchElementException gone) {
                failed = failed.or(() -> Optional.of("the infrastructure does not have the host of " + copy));
            } catch (AdapterFault fault) {
                switch (fault.kind()) {
                    case UNREACHABLE, FAILED -> unclear = unclear.or(() -> Optional.of("it is not known whether it ran in " + copy));
                    case THROTTLED -> failed = failed.or(() -> Optional.of("the provider throttles requests for " + copy));
                    default -> unclear = unclear.or(() -> Optional.of("it cannot run in " + copy + ": " + fault.kind()));
                }
            }
        }
        return new Result(unclear.isPresent() ? unclear : failed, unclear.isEmpty());
    }
}
