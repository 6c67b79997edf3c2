package org.caravan.server.application;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.CopyCommand;
import org.caravan.api.application.CommandOrder;
import org.caravan.api.application.CommandView;
import org.caravan.infrastructure.Host;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.ProblemException;
import org.caravan.unit.Bytes;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Runs commands in instances, up to 4 at once, because each occupies a server thread. Output is not stored. */
@Component
class InstanceCommands {

    private static final int AT_ONCE = 4;
    private static final int SECONDS = 30;
    private static final int MOST_SECONDS = 300;
    private static final int MOST_WORDS = 100;
    private static final int MOST_CHARACTERS = 16_384;
    private static final Bytes MOST_OUTPUT = new Bytes(256 << 10);

    private final PlacedInstances instances;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Semaphore turns = new Semaphore(AT_ONCE);

    InstanceCommands(PlacedInstances instances, Infrastructures infrastructures, Adapters adapters) {
        this.instances = instances;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
    }

    static CopyCommand command(CommandOrder order) {
        int seconds = order.seconds().orElse(SECONDS);
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw refused("A command cannot have (" + seconds + ") seconds, but 1 to " + MOST_SECONDS + ".");
        }
        int characters = order.command().stream().mapToInt(String::length).sum();
        if (order.command().isEmpty() || order.command().size() > MOST_WORDS || characters > MOST_CHARACTERS
                || order.command().get(0).isBlank() || order.command().stream().anyMatch(word -> word.indexOf(0) >= 0)) {
            throw refused("A command is a program and its arguments: 1 to " + MOST_WORDS + " words of " + MOST_CHARACTERS
                    + " characters together, without a character 0; not "
                    + order.command().size() + " words of " + characters + ".");
        }
        return new CopyCommand(order.command(), Duration.ofSeconds(seconds), MOST_OUTPUT);
    }

    CommandView run(String application, String instance, CopyCommand command) {
        InstancePlacement placed = instances.required(application, instance);
        Host host = infrastructures.required().host(placed.hostId());
        if (!turns.tryAcquire()) {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "too-many-commands", "Already " + AT_ONCE
                    + " commands run in instances.", "wait for one of them.");
        }
        try {
            long begin = System.nanoTime();
            CopyCommand.Outcome outcome = adapters.of(host).exec(host, placed.copy(application), command);
            double seconds = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) / 1000.0;
            return new CommandView(instance, host.id(), outcome.exitCode(), outcome.output(), outcome.errorOutput(), outcome.cut(),
                    outcome.timedOut(), seconds);
        } finally {
            turns.release();
        }
    }

    private static ProblemException refused(String message) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "command-invalid", message, "send a script as an argument of sh -c.");
    }
}
