package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.RestartPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code keeper.sh} decides, without a host; adapters' contract tests see it do so. */
class KeeperTest {

    private static final String KEEPER = new NodeScripts(KeeperTest.class).text("keeper.sh");

    @TempDir
    Path folder;

    /** Its functions alone, then the calls. */
    private List<String> bash(String calls) throws Exception {
        String functions = KEEPER.substring(0, KEEPER.indexOf("\nmkdir -p \"$NOTES\""));
        Path script = Files.writeString(folder.resolve("keeper"), functions
                + "\nNOTES=%1$s DOWN=%1$s HELD=%1$s/held\n".formatted(folder) + calls);
        Process bash = new ProcessBuilder("bash", script.toString()).redirectErrorStream(true).start();
        List<String> said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertThat(bash.waitFor()).as(String.join("\n", said)).isZero();
        return said;
    }

    @Test
    void pausesAsTheServerThinksItDoes() throws Exception {
        List<String> expected = IntStream.rangeClosed(1, 40).mapToObj(restart -> "" + RestartPolicy.pauseBefore(restart).toSeconds())
                .toList();
        assertThat(expected).startsWith("0", "1", "2", "4", "8", "16").contains("256", "300");
        assertThat(bash("for n in {1..40}; do pause_before $n; echo $PAUSE; done")).isEqualTo(expected);
    }

    @Test
    void limitsAsTheServerThinksItDoes() {
        Matcher numbers = Pattern.compile("(?m)^LIMIT=(\\d+) LONGEST=(\\d+) RESET=(\\d+)$").matcher(KEEPER);
        assertThat(numbers.find()).isTrue();
        assertThat(numbers.group(1)).isEqualTo("" + RestartPolicy.CRASH_LOOP);
        assertThat(numbers.group(2)).isEqualTo("" + RestartPolicy.LONGEST_PAUSE.toSeconds());
        assertThat(numbers.group(3)).isEqualTo("" + RestartPolicy.RESET.toSeconds());
        assertThat(new NodeScripts(KeeperTest.class).text("host.sh")).contains("\nCRASH_LOOP=" + RestartPolicy.CRASH_LOOP + " ");
    }

    @Test
    void tellsAProcessFromOneThatHasItsNumberNow() throws Exception {
        assertThat(bash("began $$ && echo \"${BEGAN:+began}\"; began 4194305 || echo ended; sleep 0 & wait; began $! || echo ended"))
                .containsExactly("began", "ended", "ended");
    }

    /** The person holds a copy and ends it while the keeper asks whether it runs. */
    @Test
    void doesNotStartACopyThatIsHeldWhileItLooks() throws Exception {
        assertThat(bash("""
                copy=$NOTES/copies/a.b.1.1
                mkdir -p "$HELD" "$copy"
                cat >"$copy/again" <<'SCRIPT'
                case "${@:-start_again}" in
                    running) false ;;
                    how_it_ended) [ ! -e ask ] || touch held/a.b.1.1; echo 137 ;;
                    start_again) echo started >>starts ;;
                esac
                SCRIPT
                cd "$NOTES"
                look "$copy"; wait; cat starts; rm starts; forget a.b.1.1
                touch ask; look "$copy"; wait; cat starts 2>&1 || ls held
                [ -e "$NOTES/a.b.1.1" ] || echo no restart is counted
                """)).containsExactly("started", "cat: starts: No such file or directory", "a.b.1.1", "no restart is counted");
    }

    /** A note that somebody damaged counts as none. */
    @Test
    void readsWhatItNoted() throws Exception {
        assertThat(bash("""
                note a.b.1.1 3 137 99; noted a.b.1.1; echo $COUNT $CODE
                noted none; echo $COUNT $CODE
                echo 'x[$(echo hit >&2)] 1 2' >"$NOTES/bad"; noted bad; echo $COUNT
                """)).containsExactly("3 137", "0 -", "0");
    }

    @Test
    void observedRestartsAreReadWithTheirState() {
        assertThat(states("state RUNNING\nrestarts 2 1")).containsExactly(ObservedCopy.State.RUNNING);
        assertThat(states("state STOPPED\nrestarts 4 1")).containsExactly(ObservedCopy.State.STOPPED);
        assertThat(states("state STOPPED\nrestarts 5 -")).containsExactly(ObservedCopy.State.CRASH_LOOP);
        assertThat(ObservedCopies.read("pi-1", "copy shop.web.1.1\nstate STOPPED\nrestarts 7 137").get(0).restarts())
                .isEqualTo(new CopyRestarts(7, OptionalInt.of(137)));
    }

    private static List<ObservedCopy.State> states(String lines) {
        return ObservedCopies.read("pi-1", "copy shop.web.1.1\n" + lines).stream().map(ObservedCopy::state).toList();
    }
}
