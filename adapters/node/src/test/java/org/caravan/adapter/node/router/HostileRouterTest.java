package org.caravan.adapter.node.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.Readiness;
import org.junit.jupiter.api.Test;

/** A router whose program was replaced: each answer of its control interface is a value or one clear fault, in bounded time. */
class HostileRouterTest {

    private static final RoutedEntry WANTED = new RoutedEntry("copies", 8080, new Readiness.TcpAccepts(),
            List.of(new RouterServer("a", "10.1.1.7", 8080, 100)));
    private static final String TITLES = "# pxname,svname,scur,status,check_status,addr,uweight,type\n";
    private static final String GOOD = TITLES + "copies,a,0,UP,L7OK,10.1.1.7:8080,100,2\ncopies,b,3,UP,L7OK,10.1.1.8:8080,100,2\n";
    private static final List<String> NASTY = List.of("", "\0", "\u001b[2J", "-1", "4294967295", "99999999999999999999", "NaN", ",", "\n",
            "# ", "# type", "A".repeat(100_000), "\ud800", "\u202e");
    private static final Duration SHORT = Duration.ofMillis(1);

    private static void refusesOrSets(String statistics, String answer) {
        long began = System.nanoTime();
        Throwable thrown = catchThrowable(() -> new Router(command -> command.startsWith("show stat") ? statistics
                : command.startsWith("del server") ? "Server deleted." : answer).set(WANTED, SHORT, SHORT));
        if (thrown != null) {
            assertThat(thrown).as(statistics.substring(0, Math.min(300, statistics.length()))).isInstanceOf(AdapterFault.class);
            assertThat(thrown.getMessage()).contains("\nMaybe ").hasSizeLessThan(1_000).doesNotContain("\0", "\u001b", "\u202e");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void hostileStatisticsAreAValueOrOneClearFault() {
        List<String> texts = new ArrayList<>(NASTY);
        for (String nasty : NASTY) {
            texts.add(TITLES + nasty);
            for (String word : GOOD.split("[,\n]")) {
                texts.add(GOOD.replace(word, nasty));
            }
        }
        Random random = new Random(1);
        for (int count = 0; count < 300; count++) {
            StringBuilder changed = new StringBuilder(GOOD);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(300));
            }
            texts.add(changed.toString());
        }
        texts.forEach(text -> refusesOrSets(text, ""));
    }

    @Test
    void hostileAnswersToCommandsAreRefused() {
        NASTY.stream().filter(nasty -> !nasty.isEmpty()).forEach(nasty ->
                assertThat(catchThrowable(() -> new Router(command -> command.startsWith("show stat") ? GOOD : nasty)
                        .set(WANTED, SHORT, SHORT)))
                        .isInstanceOf(AdapterFault.class).hasMessageContaining("The router refuses")
                        .satisfies(fault -> assertThat(fault.getMessage()).hasSizeLessThan(1_000)
                                .doesNotContain("\0", "\u001b", "\u202e")));
    }

    /** It reports open sessions for ever, and never a healthy server. */
    @Test
    void waitingEndsAtItsLimits() {
        refusesOrSets(GOOD.replace("copies,b,0", "copies,b,2000000000"), "");
        refusesOrSets(TITLES, "New server registered.");
        refusesOrSets(TITLES + "copies,a,0,MAINT,* L4CON,10.1.1.7:8080,0,2\n", "");
    }
}
