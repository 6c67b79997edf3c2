package org.caravan.server.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.testkit.MeasuredRounds;
import org.caravan.adapter.testkit.ProcessorWait;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.decision.Action.State;
import org.caravan.server.rehearsal.RehearsedDecisions.Decision;
import org.junit.jupiter.api.Test;

/** A given load runs through rules, limits and the planner; replicas share it, and everything that would be called is only recorded. */
class RehearsalTest {

    private static final String RESERVING = """
              users coast { at users-bergen via BKK ipv4  rate 1 requests/s  mix read 100 % }
              request read { users -> web turns 1 bytes 1 KiB }
              rule crowded { when load > 70 %  for 1 min  then reserve 2 Mbit/s more of web within 1..5 Mbit/s  pause 3 min }
              rule calm { when load < 50 %  for 5 min  then release bandwidth of web  pause 1 h }
            """;

    private final RehearsedShop shop = new RehearsedShop("");

    private Rehearsed rehearsed(String csv) {
        return Rehearsal.of(shop.scene(csv, Map.of()), shop.planner, () -> false, share -> { });
    }

    private static List<String> texts(Rehearsed result) {
        return result.decisions().stream().map(RehearsalTest::text).toList();
    }

    /** {@code 75 SCALE_OUT DONE web from 1 to 3 replicas}: seconds after the begin. */
    private static String text(Decision decision) {
        return Duration.between(RehearsedShop.BEGIN, decision.at()).toSeconds() + " " + decision.decided().rule().word() + " "
                + decision.action().map(action -> action.kind().word() + " " + action.state()
                        + action.limit().map(limit -> " by " + limit.name()).orElse("")).orElse("");
    }

    @Test
    void replicasFollowTheLoadTheyShare() {
        // 0.57 cores: 285 % of one copy's 0.2, 95 % of three, so that the bound is reached; then 10 % of one.
        Rehearsed result = rehearsed("0s,cpu of web,0.1\n10m,cpu of web,0.57\n30m,cpu of web,0.02\n1h,cpu of web,0.02\n");
        System.out.println(String.join("\n", texts(result)));
        assertThat(texts(result).get(0)).matches("6[0-9]{2} model-rule notify HELD by message-origins|6[0-9]{2} model-rule scale-out DONE");
        assertThat(texts(result)).anyMatch(text -> text.endsWith("scale-out DONE")).anyMatch(text -> text.endsWith("scale-out HELD by "
                + "replica-bounds")).anyMatch(text -> text.endsWith("notify HELD by message-origins"))
                .anyMatch(text -> text.endsWith("scale-in DONE"));
        assertThat(result.replicas().stream().map(one -> one.byComponent().get("web"))).containsExactly(1, 3, 2, 1);
        assertThat(result.starts()).isEqualTo(2);
        assertThat(result.stops()).isEqualTo(2);
        assertThat(result.moves()).isZero();
        assertThat(texts(rehearsed("0s,cpu of web,0.1\n10m,cpu of web,0.57\n30m,cpu of web,0.02\n1h,cpu of web,0.02\n")))
                .as("the same again").isEqualTo(texts(result));
    }

    @Test
    void rulesReserveWithinTheirBoundsAndReleaseAgain() {
        RehearsedShop reserving = new RehearsedShop(RESERVING);
        Rehearsed result = Rehearsal.of(reserving.scene("0s,cpu of web,0.1\n10m,cpu of web,0.15\n30m,cpu of web,0.09\n1h,cpu of web,0.09\n",
                Map.of()), reserving.planner, () -> false, share -> { });
        System.out.println(String.join("\n", texts(result)));
        assertThat(result.decisions()).filteredOn(one -> one.action().filter(action -> action.kind() == ActionKind.RESERVE
                && action.state() == State.DONE).isPresent()).extracting(one -> one.decided().figures().stream()
                        .filter(figure -> figure.name().equals("minimum of web:1")).findFirst().orElseThrow().value())
                .as("minimum before each action").containsExactly(0.0, 2e6, 4e6, 5e6);
        assertThat(texts(result)).anyMatch(text -> text.endsWith("reserve HELD by bandwidth-bounds"));
        assertThat(result.moves() + result.starts() + result.stops()).isZero();
    }

    @Test
    void aMinimumThatNoUplinkHasIsRefused() {
        RehearsedShop reserving = new RehearsedShop(RESERVING.replace("reserve 2 Mbit/s more of web within 1..5 Mbit/s",
                "reserve 31 Mbit/s of web"));
        Rehearsed result = Rehearsal.of(reserving.scene("0s,cpu of web,0.15\n10m,cpu of web,0.15\n", Map.of()), reserving.planner,
                () -> false, share -> { });
        assertThat(result.decisions()).filteredOn(one -> one.action().filter(action -> action.kind() == ActionKind.RESERVE).isPresent())
                .isNotEmpty().allMatch(one -> one.action().orElseThrow().state() == State.FAILED);
        assertThat(result.moves() + result.starts() + result.stops()).isZero();
    }

    @Test
    void anOwnerWhoObservesChangesNothing() {
        Rehearsed result = Rehearsal.of(shop.scene("0s,cpu of web,0.3\n20m,cpu of web,0\n",
                Map.of(ActionKind.SCALE_OUT, Autonomy.OBSERVE)), shop.planner, () -> false, share -> { });
        assertThat(texts(result)).filteredOn(text -> text.contains("scale-out")).isNotEmpty()
                .allMatch(text -> text.endsWith("scale-out OBSERVED"));
        assertThat(result.replicas()).hasSize(1);
    }

    @Test
    void aLostHostIsReplacedAndLaterDecisionsSeeTheReplacement() {
        DeploymentPlan begin = shop.first();
        String lost = begin.instances().get(0).hostId();
        String csv = "0s,host " + lost + ",1\n5m,host " + lost + ",0\n20m,host " + lost + ",1\n30m,host " + lost + ",1\n";
        Rehearsed result = rehearsed(csv);
        System.out.println(String.join("\n", texts(result)));
        assertThat(texts(result)).anyMatch(text -> text.matches("30[5-9] host-lost replace DONE|31[0-9] host-lost replace DONE"));
        assertThat(result.decisions()).filteredOn(one -> one.decided().rule().word().equals("host-lost")).hasSize(1);
        assertThat(result.decisions().get(0).decided().cause()).startsWith(lost + " does not answer since 2026-11-20T00:05:00Z");
    }

    @Test
    void aDayIsAThousandTimesFasterThanRealTime() {
        StringBuilder csv = new StringBuilder();
        for (int hour = 0; hour < 24; hour++) {
            csv.append(hour).append("h,cpu of web,").append(hour % 8 == 4 ? "0.5" : "0.1").append('\n');
        }
        new MeasuredRounds("RehearsalTest: a rehearsed day", 1, 3).measure(() -> {
            List<Double> progress = new ArrayList<>();
            ProcessorWait earlier = ProcessorWait.here();
            long begun = System.nanoTime();
            Rehearsed result = Rehearsal.of(shop.scene(csv.toString(), Map.of()), shop.planner, () -> false, progress::add);
            double factor = Duration.ofHours(23).toNanos() / (double) (System.nanoTime() - begun);
            ProcessorWait.Shares waits = ProcessorWait.here().since(earlier);
            assertThat(progress).isSorted().allMatch(share -> share >= 0 && share <= 1);
            assertThat(new TreeSet<>(result.decisions().stream().map(Decision::number).collect(Collectors.toSet())))
                    .hasSameSizeAs(result.decisions());
            String figures = String.format(Locale.ROOT, "%.0f times as fast as real time (above 1000), %d decisions, %d plannings", factor,
                    result.decisions().size(), result.plannings());
            return new MeasuredRounds.Round(factor > 1000, figures, waits);
        }).judge();
    }
}
