package org.caravan.probe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.caravan.measure.schedule.RecurringProbe;
import org.caravan.probe.agent.AgentSync.Receipt;
import org.caravan.probe.agent.LocalSite.Ends;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A probe agent's scripts in a real shell, with nobody coming. */
@Execution(ExecutionMode.CONCURRENT)
class ProbeAgentTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    private LocalSite site;

    @BeforeEach
    void up() throws IOException {
        site = new LocalSite(folder);
    }

    /** Its probe agent ends when its folder is gone; not before what it has was fetched. */
    @AfterEach
    void down() throws IOException {
        if (Files.isDirectory(site.folder())) {
            ProbeAgent probeAgent = probeAgent(HOUR, HOUR, 20_000, 500);
            Optional<Receipt> receipt = Optional.empty();
            for (AgentSync visit = probeAgent.end(LocalSite.MACHINE_ID, receipt); !visit.gone(); visit =
                    probeAgent.end(LocalSite.MACHINE_ID, receipt)) {
                receipt = visit.receipt();
            }
        }
    }

    @Test
    void itGoesOnWhileNobodyComesAndHandsOverEachResultOnce() {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 20_000, 3);
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(1, 100), Optional.empty(), Optional.empty()).results()).isEmpty();
        await().until(() -> spooled() >= 4);

        List<String> ids = new ArrayList<>();
        AgentSync first = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        assertThat(first.results()).hasSize(3);
        assertThat(first.more()).isTrue();
        // The server that fetched them was killed before it kept them: the next one gets the same.
        AgentSync again = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        assertThat(again.results()).extracting(AgentResult::id).isEqualTo(first.results().stream().map(AgentResult::id).toList());
        for (AgentSync visit = again; !visit.results().isEmpty(); visit = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0),
                visit.receipt(), Optional.empty())) {
            assertThat(visit.dropped()).isZero();
            visit.results().forEach(result -> ids.add(result.id()));
        }
        assertThat(ids).hasSizeGreaterThanOrEqualTo(4).doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> id.startsWith(ids.get(0).replaceFirst("1$", "")));
        // Sixteen round-trip times, loss and jitter.
        assertThat(again.results().get(0).samples()).hasSize(18);
    }

    @Test
    void aFullSpoolGivesUpTheOldestAndSaysHowMany() {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 2, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(1, 5), Optional.empty(), Optional.empty());
        await().until(() -> numbers().contains(5L));
        AgentSync visit = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        assertThat(visit.dropped()).isEqualTo(3);
        assertThat(visit.results()).hasSize(2);
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), visit.receipt(), Optional.empty()).dropped()).isZero();
    }

    /** Whoever came may be killed before it has given orders. */
    @Test
    void whoOnlyFetchesLeavesItAtWork() {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 500, 500);
        assertThat(probeAgent.fetch(LocalSite.MACHINE_ID, Optional.empty()).results()).isEmpty();
        assertThat(site.running()).as("nobody told it to").isFalse();
        probeAgent.visit(LocalSite.MACHINE_ID, every(1, 100), Optional.empty(), Optional.empty());
        await().until(() -> spooled() >= 2);
        AgentSync first = probeAgent.fetch(LocalSite.MACHINE_ID, Optional.empty());
        long last = first.receipt().orElseThrow().upTo();
        assertThat(probeAgent.fetch(LocalSite.MACHINE_ID, first.receipt()).results())
                .allMatch(result -> Long.parseLong(result.id().replaceFirst(".*/", "")) > last);
        await().until(() -> numbers().stream().anyMatch(number -> number > last + 2));
    }

    @Test
    void itKeepsToItsRounds() {
        probeAgent(SECOND, HOUR, 500, 500).visit(LocalSite.MACHINE_ID, every(1, 2), Optional.empty(), Optional.empty());
        await().until(() -> spooled() >= 2);
        AgentSync visit = probeAgent(SECOND, Duration.ofSeconds(4), 500, 500)
                .visit(LocalSite.MACHINE_ID, every(1, 0), Optional.empty(), Optional.empty());
        assertThat(visit.results()).hasSize(2);
        await().until(() -> !site.running());
        assertThat(spooled()).isEqualTo(2);
    }

    @Test
    void itEndsByItselfWhenNobodyComesForLongAndWhatItFoundStays() {
        ProbeAgent probeAgent = probeAgent(SECOND, Duration.ofSeconds(4), 500, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(1, 100), Optional.empty(), Optional.empty());
        assertThat(site.running()).isTrue();
        await().until(() -> !site.running());
        assertThat(spooled()).isPositive();
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(1, 100), Optional.empty(), Optional.empty()).results())
                .hasSize((int) spooled());
        assertThat(site.running()).as("visited, it goes on").isTrue();
    }

    @Test
    void aLineThatWasCutOffByAPowerCutIsNotHandedOverAndItsNumberIsFree() throws IOException {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 500, 500);
        AgentSync none = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        assertThat(none.receipt()).isEmpty();
        Files.writeString(site.folder().resolve("spool"),
                "1 1795176000000 bergen.isp/ipv4>narvik.isp/ipv4 10.91.1.1 1 1:9.5, .\n2 17951760", StandardOpenOption.APPEND);
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(1, 1), Optional.empty(), Optional.empty()).results()).hasSize(1);
        await().until(() -> spooled() == 2);
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty()).results())
                .extracting(result -> result.id().replaceFirst(".*/", "")).containsExactly("1", "2");
    }

    @Test
    void numbersGoOnAfterAllWasHandedOver() {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 500, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 1), Optional.empty(), Optional.empty());
        await().until(() -> spooled() == 1);
        AgentSync first = probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        assertThat(probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 1), first.receipt(), Optional.empty()).results()).isEmpty();
        await().until(() -> spooled() == 1);
        assertThat(numbers()).containsExactly(2L);
    }

    @Test
    void itCarriesWhatWasKnownOfItsClock() {
        ProbeAgent probeAgent = probeAgent(HOUR, HOUR, 500, 500);
        AgentSync first = probeAgent.visit(LocalSite.MACHINE_ID, every(1, 1), Optional.empty(), Optional.empty());
        assertThat(Math.abs(first.clock().orElseThrow().offsetMillis())).as("one machine has one clock").isLessThanOrEqualTo(
                first.clock().orElseThrow().boundMillis());
        probeAgent.visit(LocalSite.MACHINE_ID, every(1, 1), Optional.empty(), Optional.of(new SiteClock(-7_200_000, 40)));
        assertThat(site.folder().resolve("offset")).content().startsWith("-7200000.0 40.0 ");
    }

    @Test
    void itEndsWhenTold() {
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 500, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 1), Optional.empty(), Optional.empty());
        await().until(() -> spooled() == 1);
        AgentSync last = probeAgent.end(LocalSite.MACHINE_ID, Optional.empty());
        assertThat(last.results()).as("nothing is lost for that").hasSize(1);
        assertThat(probeAgent.end(LocalSite.MACHINE_ID, last.receipt()).gone()).isTrue();
        assertThat(site.folder()).doesNotExist();
        assertThat(probeAgent.end(LocalSite.MACHINE_ID, Optional.empty()).gone()).isTrue();
    }

    /** Files that an agent writes during its removal would keep its folder, and no later visit would remove it. */
    @Test
    void whileItPingsItIsRemovedOnlyAfterItsLastResultIsFetched() throws IOException {
        site.tool("ping", "(sleep 1; : > over) & i=0; until [ -e over ]; do : > busy.$((i % 2000)); i=$((i + 1)); done; cat "
                + Path.of("src/test/resources/captured/ping-ipv4.txt").toAbsolutePath());
        ProbeAgent probeAgent = probeAgent(SECOND, HOUR, 500, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 1), Optional.empty(), Optional.empty());
        await().until(() -> Files.exists(site.folder().resolve("busy.1")));

        AgentSync last = probeAgent.end(LocalSite.MACHINE_ID, Optional.empty());
        assertThat(last.results()).hasSize(1);
        assertThat(site.running()).as("it has ended").isFalse();
        assertThat(probeAgent.end(LocalSite.MACHINE_ID, last.receipt()).gone()).isTrue();
        assertThat(site.folder()).doesNotExist();
    }

    @Test
    void aLineThatWasCutOffDoesNotKeepItFromItsEnd() throws IOException {
        ProbeAgent probeAgent = probeAgent(HOUR, HOUR, 500, 500);
        probeAgent.visit(LocalSite.MACHINE_ID, every(3_600, 0), Optional.empty(), Optional.empty());
        Files.writeString(site.folder().resolve("spool"), "1 17951760", StandardOpenOption.APPEND);

        assertThat(probeAgent.end(LocalSite.MACHINE_ID, Optional.empty()).gone()).isTrue();
        assertThat(site.folder()).doesNotExist();
    }

    @Test
    void withoutPingItSaysSo() {
        ProbeAgent probeAgent = new ProbeAgent(site.searching("/nowhere"), Clock.systemUTC(), Ends.INFRASTRUCTURE, "test",
                new ProbeAgentSettings(SECOND, HOUR));
        assertThatThrownBy(() -> probeAgent.visit(LocalSite.MACHINE_ID, every(1, 1), Optional.empty(), Optional.empty()))
                .hasMessage("The probe agent at machine (vantage-bergen) was not visited: ping is missing.\nMaybe install iputils-ping "
                        + "there.");
    }

    private ProbeAgent probeAgent(Duration after, Duration alone, int mostWaiting, int fetchedAtOnce) {
        return new ProbeAgent(site, Clock.systemUTC(), Ends.INFRASTRUCTURE, "test",
                new ProbeAgentSettings(after, alone, mostWaiting, fetchedAtOnce));
    }

    private static List<RecurringProbe> every(int seconds, int rounds) {
        return List.of(new RecurringProbe(Ends.PING, Duration.ofSeconds(seconds), rounds));
    }

    private long spooled() {
        return new HashSet<>(numbers()).size();
    }

    private List<Long> numbers() {
        try {
            return Files.readAllLines(site.folder().resolve("spool")).stream().filter(line -> line.endsWith(" ."))
                    .map(line -> Long.valueOf(line.substring(0, line.indexOf(' ')))).toList();
        } catch (IOException replacedNow) {
            return List.of();
        }
    }
}
