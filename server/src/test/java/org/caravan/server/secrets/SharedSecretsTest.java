package org.caravan.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers with one shared folder: no secret that one acknowledged is lost by what the other does. */
class SharedSecretsTest {

    private static final int STARTS = 40;
    private static final int ROTATIONS = 15;
    private static final int VALUES = 60;

    @TempDir
    Path folder;

    private static Secrets opened(Path shared) {
        return new Secrets(shared.resolve("secrets"), shared.resolve("secrets.key"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String value(Secrets secrets, String name) {
        return new String(secrets.secret(name).orElseThrow().value().bytes(), StandardCharsets.UTF_8);
    }

    /** As Compose does: else one of them writes with a key that is in no file. */
    @Test
    void twoThatStartForTheFirstTimeAtOnceHaveOneKey() throws Exception {
        for (int start = 0; start < STARTS; start++) {
            Path shared = Files.createDirectory(folder.resolve("shared-" + start));
            CyclicBarrier together = new CyclicBarrier(2);
            List<Secrets> servers = IntStream.range(0, 2).mapToObj(server -> CompletableFuture.supplyAsync(() -> {
                try {
                    together.await(10, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return opened(shared);
            })).toList().stream().map(CompletableFuture::join).toList();
            servers.get(0).set("a", bytes("of the first"));
            servers.get(1).set("b", bytes("of the second"));
            for (Secrets each : List.of(servers.get(0), servers.get(1), opened(shared))) {
                assertThat(value(each, "a")).isEqualTo("of the first");
                assertThat(value(each, "b")).isEqualTo("of the second");
            }
        }
    }

    @Test
    void theKeyThatOneServerChangedIsThatOfTheOther() {
        Secrets one = opened(folder);
        Secrets other = opened(folder);
        String version = other.set("a", bytes("before")).version();
        one.rotateKey();
        assertThat(value(other, "a")).isEqualTo("before");
        assertThat(other.version("a")).contains(version);
        other.set("b", bytes("after"));
        assertThat(value(one, "b")).isEqualTo("after");
        other.rotateKey();
        for (Secrets each : List.of(one, other, opened(folder))) {
            assertThat(value(each, "a")).isEqualTo("before");
            assertThat(value(each, "b")).isEqualTo("after");
        }
    }

    /** A server that starts in the middle of a rotation of the other one's does not end it a second time. */
    @Test
    void whatIsSetAndReadWhileTheOtherServerChangesTheKeyStays() {
        Secrets one = opened(folder);
        Secrets other = opened(folder);
        AtomicInteger acknowledged = new AtomicInteger();
        CompletableFuture<Void> rotations = CompletableFuture.runAsync(() -> IntStream.range(0, ROTATIONS)
                .forEach(ignored -> other.rotateKey()));
        CompletableFuture<Void> starts = CompletableFuture.runAsync(() -> {
            while (!rotations.isDone()) {
                opened(folder).list();
            }
        });
        for (int number = 0; number < VALUES; number++) {
            one.set("s" + number, bytes("value " + number));
            acknowledged.incrementAndGet();
            int earlier = number / 20 * 10; // is never removed
            assertThat(value(one, "s" + earlier)).isEqualTo("value " + earlier);
            if (number % 10 == 9) {
                assertThat(one.remove("s" + number)).isTrue();
            }
        }
        rotations.join();
        starts.join();
        Secrets after = opened(folder);
        for (int number = 0; number < acknowledged.get(); number++) {
            if (number % 10 == 9) {
                assertThat(after.secret("s" + number)).as("a secret that was removed does not come back").isEmpty();
            } else {
                assertThat(value(after, "s" + number)).isEqualTo("value " + number);
            }
        }
        assertThat(after.unreadable()).isEmpty();
        assertThat(folder.resolve("secrets.key.next")).doesNotExist();
    }
}
