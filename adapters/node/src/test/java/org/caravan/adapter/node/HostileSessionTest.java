package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.ShellFault.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that answers calls with anything: what it says of a call concerns that call, and a session it floods is ended. */
class HostileSessionTest {

    private static final Machine MACHINE = new Machine("pi-1", "127.0.0.1", 22, "bed");
    private static final Duration LONG = Duration.ofSeconds(20);

    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** @param answer lines to write when call 1 came; the others are answered properly */
    private RemoteSessionPool node(Function<CommandChannel.Listener, Runnable> toTheFirst) {
        return new RemoteSessionPool(new FakeShell(new CommandResult(0, "", "")) {
            @Override
            public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
                return new CommandChannel() {
                    private boolean begun;

                    @Override
                    public void say(byte[] words) {
                        if (!begun) {
                            begun = true;
                            listener.heard("Welcome to pi-1");
                            listener.heard("7 unread mails");
                            listener.heard("");
                            listener.heard("attends");
                            return;
                        }
                        String number = new String(words, StandardCharsets.UTF_8).split(" ")[0];
                        calls.add(number);
                        if (number.equals("1")) {
                            toTheFirst.apply(listener).run();
                        } else {
                            listener.heard(number + " 0 fine");
                        }
                    }

                    @Override
                    public void close() {
                        listener.ended();
                    }
                };
            }
        });
    }

    private static CommandResult run(RemoteSessionPool sessions) {
        return sessions.on(MACHINE).run("true".getBytes(StandardCharsets.UTF_8), LONG, LONG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 x y", "1 256 x", "1 -1 x", "1 00 x", "1 99999999999999999999 x", "1 ", "1 0", "1 refused",
            "1 refused everything", "1 0x0 y", "1 \0"})
    void aMalformedAnswerFailsItsOwnCallOnly(String answer) {
        try (RemoteSessionPool node = node(listener -> () -> listener.heard(answer))) {
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> run(node));
            assertThat(fault.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(fault).hasMessageContaining("(pi-1)").hasMessageContaining("\nMaybe ");
            assertThat(run(node).output()).as("the same session").isEqualTo("fine");
            assertThat(calls).containsExactly("1", "2");
        }
    }

    @Test
    void anAnswerLongerThanAnyIsNone() {
        try (RemoteSessionPool node = node(listener -> () -> listener.heard("1 0 " + "A".repeat(9000)))) {
            assertThat(catchThrowableOfType(ShellFault.class, () -> run(node)).kind()).isEqualTo(Kind.MALFORMED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc 0 x", "99999999999999999999999 0 x", "01 0 x", "-1 0 x", "2 0 forged", "0 0 x", " ", "attends",
            "\u001b[2J", "lost ", "NaN"})
    void aLineAboutNoOpenCallIsDropped(String stray) {
        try (RemoteSessionPool node = node(listener -> () -> {
            listener.heard(stray);
            listener.heard("1 0 right");
        })) {
            assertThat(run(node).output()).isEqualTo("right");
            assertThat(run(node).output()).isEqualTo("fine");
            assertThat(calls).containsExactly("1", "2");
        }
    }

    @Test
    void aNodeThatFloodsIsNotListenedTo() {
        try (RemoteSessionPool node = node(listener -> () -> {
            for (int line = 0; line < 1_000; line++) {
                listener.heard("A".repeat(1_000));
            }
        })) {
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> run(node));
            assertThat(fault.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(fault).hasMessageContaining("The machine (pi-1) wrote more than 262144 characters of invalid answers")
                    .hasMessageContaining("\nMaybe check what ~/.bashrc");
        }
    }

    @Test
    void aNodeThatLostItsPlaceEndsTheSessionAndItsCallsMayBeRepeated() {
        CompletableFuture<Void> lost = new CompletableFuture<>();
        try (RemoteSessionPool node = node(listener -> () -> {
            listener.heard("lost");
            lost.complete(null);
        })) {
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> run(node));
            assertThat(fault.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(lost).isDone();
            assertThat(catchThrowableOfType(ShellFault.class, () -> run(node)).kind()).as("another session, whose first call is lost too")
                    .isEqualTo(Kind.UNREACHABLE);
            assertThat(calls).containsExactly("1", "1");
        }
    }

    @Test
    void aCallThatArrivedChangedMayBeRepeated() {
        try (RemoteSessionPool node = node(listener -> () -> listener.heard("1 refused digest"))) {
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> run(node));
            assertThat(fault.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(fault).hasMessageContaining("was not executed");
            assertThat(run(node).output()).isEqualTo("fine");
        }
    }
}
