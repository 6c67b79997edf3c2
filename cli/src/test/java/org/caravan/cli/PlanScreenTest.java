package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.plan.ComponentReasons;
import org.caravan.client.Answer;
import org.caravan.client.ApiFault;
import org.caravan.client.Display;
import org.caravan.client.PlanText;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What people see of a plan: all of it where it fits one screen, else a screen and where the rest is. */
class PlanScreenTest {

    private static final class Lines implements Display {

        private final List<String> lines = new ArrayList<>();

        @Override
        public void line(String text) {
            text.lines().forEach(lines::add);
        }

        @Override
        public void diff(String text) {
            line(text);
        }

        @Override
        public void bar(int done, int total, String what, OptionalDouble secondsLeft) {
            throw new UnsupportedOperationException("a plan is no progress");
        }
    }

    @Test
    void whoHasNotMeasuredIsToldHow() {
        String refused = "{\"outcome\": \"NO_PLACEMENT\", \"reasons\": [\"Instance (a:1) fits no host: %s on 6 hosts.\"]}";
        assertThat(shown(refused.formatted("no known path from users bergen"))).last()
                .isEqualTo("    Maybe the network was not measured yet: caravan probe --scope quick");
        assertThat(shown(refused.formatted("too little memory"))).last()
                .isEqualTo("  Instance (a:1) fits no host: too little memory on 6 hosts.");
    }

    private static List<String> shown(String plan) {
        Lines lines = new Lines();
        PlanText.print(read(plan), lines);
        return lines.lines;
    }

    @Test
    void momentsAreReadToTheSecond() {
        assertThat(Terminal.second("2026-11-23T21:24:13.069077405Z")).isEqualTo("2026-11-23T21:24:13Z")
                .isEqualTo(Terminal.second("2026-11-23T21:24:13Z"));
    }

    private static PlanView read(String plan) {
        return Answer.of(JsonMapper.shared().readTree(plan), PlanView.class).value();
    }

    private static PlanView plan(int lines) {
        return read("""
                {"outcome":"PLANNED","changes":true,"id":"0123456789abcdef","generation":1,"screenText":"on a screen","diffText":"+ web",\
                "stepsText":"",
                 "reportText":"%s",
                 "report":{"instances":[{"instance":"web:1","hostId":"pi-1","because":"cheaper (on pi-2: +1.00 EUR)",\
                "removed":["not arm64 on 3 hosts"]},
                                        {"instance":"web-db:1","hostId":"pi-1","because":"no other host may take it","removed":[]}],
                  "latencies":[{"requestId":"home","usersId":"oslo","hops":[{"from":"web","to":"web-db","path":"within oslo.A/ipv4",\
                "roundTrips":2,"rttMillis":0.1,
                    "latencyMillis":0.2,"basis":"estimated"}]}],
                  "tippingPoints":[{"explanation":"web:1 moves to pi-2 if price of pi > 4.00 EUR/month (now 3.00)"}]}}"""
                .formatted("x\\n".repeat(lines)));
    }

    @Test
    void whatFitsIsShownAsItIs() {
        Lines shown = new Lines();
        PlanText.printOnAScreen(plan(40), shown);
        assertThat(shown.lines).contains("x", "+ web").doesNotContain("on a screen");
    }

    @Test
    void ofWhatIsLongerOnlyTheScreenIsShown() {
        Lines shown = new Lines();
        PlanText.printOnAScreen(plan(60), shown);
        assertThat(shown.lines).containsExactly("on a screen",
                "All of it: caravan plan --details. Of one component: caravan plan --why web. Lint: caravan plan lint.");
    }

    @Test
    void aComponentThatIsLeftOutHasReasonsAndAHopWaits() {
        PlanView plan = read("""
                {"report":{"instances":[{"instance":"web:1","hostId":"pi-1","because":"cheaper","removed":[]}],
                  "latencies":[{"requestId":"home","usersId":"oslo","hops":[{"from":"users","to":"web","path":"a -> b","roundTrips":2,\
                "rttMillis":1.0,
                    "waitingMillis":5.0,"latencyMillis":7.0,"basis":"estimated"}]}],
                  "leftOut":{"parts":[{"componentId":"ads","explanation":"ads  not placed, optional with priority 2"}],\
                "because":["Instance (ads:1) fits no host."]}}}
                """);
        assertThat(new ComponentReasons(plan, "ads").lines()).containsExactly("left out: ads  not placed, optional with priority 2",
                "  the whole application has no placement: Instance (ads:1) fits no host.");
        assertThat(new ComponentReasons(plan, "web").lines()).contains(
                "home for oslo: users -> web takes 7.0 ms (waits 5.0 ms and 2.0 round trips of 1.0 ms, a -> b; estimated)");
    }

    /** An answer does not wait for the first, and waits for the second in one of ten cases. */
    @Test
    void aHopThatIsNotPartOfEachAnswerIsMarked() {
        PlanView plan = read("""
                {"report":{"instances":[{"instance":"a:1","hostId":"pi-1","because":"cheaper","removed":[]}],
                  "latencies":[{"requestId":"home","usersId":"oslo","hops":[{"from":"a","to":"b","path":"a -> b","roundTrips":2,\
                "rttMillis":1.0,
                    "latencyMillis":900.0,"share":0.0,"tailShare":0.0,"basis":"estimated"},{"from":"a","to":"c","path":"a -> c",\
                "roundTrips":2,
                    "rttMillis":1.0,"latencyMillis":2.0,"share":0.1,"basis":"estimated"}]}]}}
                """);
        assertThat(new ComponentReasons(plan, "a").lines()).contains(
                "home for oslo: a -> b takes 900.0 ms, for which the answer does not wait (2.0 round trips of 1.0 ms, a -> b; estimated)",
                "home for oslo: a -> c takes 2.0 ms, for 10 % of the requests (2.0 round trips of 1.0 ms, a -> c; estimated)");
    }

    @Test
    void aComponentHasItsOwnReasons() {
        assertThat(new ComponentReasons(plan(60), "web").lines()).containsExactly(
                "web:1  pi-1  cheaper (on pi-2: +1.00 EUR)",
                "  excluded: not arm64 on 3 hosts",
                "home for oslo: web -> web-db takes 0.2 ms (2.0 round trips of 0.1 ms, within oslo.A/ipv4; estimated)",
                "it changes if: web:1 moves to pi-2 if price of pi > 4.00 EUR/month (now 3.00)");
        ComponentReasons unknown = new ComponentReasons(plan(60), "wep");
        assertThatThrownBy(unknown::lines).isInstanceOf(ApiFault.class).hasMessageContaining("Maybe one of [web, web-db]");
    }
}
