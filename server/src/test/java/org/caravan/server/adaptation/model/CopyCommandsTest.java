package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.InstancePlacement;
import org.junit.jupiter.api.Test;

/** In which copies a command is repeated. */
class CopyCommandsTest {

    private static final List<InstancePlacement> COPIES = List.of(placed(1), placed(2));

    private final CopyCommands commands = new CopyCommands();
    private final List<String> ran = new ArrayList<>();

    @Test
    void aRepetitionLeavesOutCopiesWhereItSucceeded() {
        CopyCommands.Result first = commands.attempt(COPIES, ending(placed -> ended(placed.instance().index() == 1 ? 0 : 3, false)));
        assertThat(first).isEqualTo(new CopyCommands.Result(Optional.of("it ended with exit code 3 in web:2 on pi-2"), true));
        assertThat(commands.attempt(COPIES, ending(placed -> ended(0, false))).failure()).isEmpty();
        assertThat(ran).containsExactly("web:1", "web:2", "web:2");
    }

    @Test
    void whereItIsNotKnownWhetherItRanItIsNotRepeated() {
        assertThat(commands.attempt(COPIES, ending(placed -> ended(124, true))).repeatable()).isFalse();
        CopyCommands.Result broken = commands.attempt(COPIES, ending(placed -> {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "The session ended: secret.\nMaybe try again.");
        }));
        assertThat(broken).isEqualTo(new CopyCommands.Result(Optional.of("it is not known whether it ran in web:1 on pi-1"), false));
    }

    @Test
    void aHostThatIsNotKnownKeepsItFromNoOtherCopy() {
        CopyCommands.Result result = commands.attempt(COPIES, ending(placed -> placed.instance().index() == 1 ? Optional.empty()
                : ended(0, false)));
        assertThat(result.failure()).contains("the infrastructure does not have the host of web:1 on pi-1");
        assertThat(result.repeatable()).isTrue();
        assertThat(ran).containsExactly("web:1", "web:2");
    }

    private Function<InstancePlacement, Optional<CopyCommand.Outcome>> ending(
            Function<InstancePlacement, Optional<CopyCommand.Outcome>> how) {
        return placed -> {
            ran.add(placed.instance().toString());
            return how.apply(placed);
        };
    }

    private static Optional<CopyCommand.Outcome> ended(int exitCode, boolean timedOut) {
        return Optional.of(new CopyCommand.Outcome(exitCode, "", "a secret", false, timedOut));
    }

    private static InstancePlacement placed(int index) {
        return new InstancePlacement(new InstanceId("web", index), "bergen", "pi-" + index, 1, 1, null);
    }
}
