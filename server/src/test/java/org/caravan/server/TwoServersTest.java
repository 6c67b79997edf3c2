package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers under load, and one part after the other killed with SIGKILL: no deployment is lost, no step is done twice. Everything but
 * the hosts is real: server processes, PostgreSQL, ActiveMQ.
 */
@Tag("servers")
class TwoServersTest {

    private static final int APPLICATIONS = 8;

    @TempDir
    Path folder;

    private final List<String> table = new ArrayList<>(List.of(String.format("%-44s %12s %6s %8s %10s", "scenario", "deployments", "lost",
            "doubled", "takeover")));
    private Pair pair;
    private Churn churn;
    private int round;

    private interface Fault {
        /** @return seconds until another server led, or NaN where none had to */
        double strike() throws Exception;
    }

    @Test
    void whicheverPartIsKilledNothingIsLostAndNothingDoneTwice() throws Exception {
        try (Pair two = new Pair(folder); Churn load = new Churn(two, APPLICATIONS)) {
            pair = two;
            churn = load;
            prepare();
            scenario("nothing killed", () -> Double.NaN);
            eventsReachClientsOfBoth();
            scenario("leader killed", () -> killed(leader()));
            scenario("follower killed", () -> killed(two.other(leader())));
            scenario("leader stopped for 8 s, then continued", this::stopped);
            scenario("broker killed and started again", this::brokerGone);
            scenario("database ended and begun again", this::databaseGone);
        } catch (Exception | AssertionError failed) {
            // Without them it is the fault that says why.
            Optional.ofNullable(pair).ifPresent(two -> two.keepLogs("TwoServersTest"));
            throw failed;
        } finally {
            System.out.println(String.join("\n", table));
        }
    }

    private void prepare() {
        Client client = pair.member("b").client();
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        pair.member("a").client().await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
        assertThat(pair.leader()).isNotEmpty();
    }

    private void scenario(String name, Fault fault) throws Exception {
        CompletableFuture<Void> changed = churn.round(++round);
        await("a step under way").until(() -> !pair.rows("select 1 from steps where state = 'RUNNING' limit 1").isEmpty()
                || changed.isDone());
        double seconds = fault.strike();
        changed.join();
        long lost = churn.names().stream().filter(application ->
                !pair.rows("select r.state from runs r join targets t on t.application = r.application and "
                + "t.plan_id = r.plan_id where r.application = '" + application + "' and r.plan_id = '" + churn.approved(application)
                + "' order by r.id desc limit 1")
                .equals(List.of("DONE"))).count();
        List<String> doubled = doubled();
        table.add(String.format("%-44s %12s %6d %8d %10s", name, pair.rows("select count(*) from runs").get(0), lost, doubled.size(),
                Double.isNaN(seconds) ? "-" : String.format("%.1f s", seconds)));
        System.out.println(table.get(table.size() - 1));
        assertThat(lost).as(name).isZero();
        assertThat(doubled).as(name).isEmpty();
        for (String application : churn.names()) {
            assertThat(leader().client().get("applications/" + application + "/drift").path("changes").asBoolean()).as(application)
                    .isFalse();
        }
    }

    /** Steps of one deployment that were done more than once, copies that were started more than once, instances that run twice. */
    private List<String> doubled() {
        List<String> steps =
                pair.rows(
                "select run_id || ' ' || text from steps where state = 'DONE' and kind in ('CREATE', 'DESTROY') group by run_id, text "
                + "having count(*) > 1");
        List<String> starts = pair.copies().stream().filter(line -> !line.split("\t")[4].equals("1")).toList();
        List<String> twice = pair.copies().stream().map(line -> line.split("\t")[0].replaceFirst("[.][0-9]+$", ""))
                .collect(Collectors.groupingBy(instance -> instance, Collectors.counting())).entrySet().stream()
                .filter(found -> found.getValue() > 1).map(found -> found.getKey() + " runs " + found.getValue() + " times").toList();
        return Stream.of(steps, starts, twice).flatMap(List::stream).toList();
    }

    private Pair.Member leader() {
        return pair.member(await("a leader").until(() -> pair.leader(), name -> !name.isEmpty()));
    }

    private double killed(Pair.Member victim) throws Exception {
        boolean led = victim.name().equals(pair.leader());
        long begin = System.nanoTime();
        pair.kill(victim);
        double seconds = Double.NaN;
        if (led) {
            await("the other one to lead").until(() -> pair.leader().equals(pair.other(victim).name()));
            seconds = (System.nanoTime() - begin) / 1e9;
        }
        pair.start(victim.name());
        return seconds;
    }

    /** It stands still longer than it may lead, and does not know it when it goes on. */
    private double stopped() throws Exception {
        Pair.Member former = leader();
        long begin = System.nanoTime();
        pair.signal(former, "STOP");
        try {
            await("the other one to lead").until(() -> pair.leader().equals(pair.other(former).name()));
            double seconds = (System.nanoTime() - begin) / 1e9;
            await("8 s").until(() -> System.nanoTime() - begin > Duration.ofSeconds(8).toNanos());
            return seconds;
        } finally {
            pair.signal(former, "CONT");
            await("it to notice").until(() -> former.said().stream().anyMatch(line -> line.contains("is no longer the leader")));
        }
    }

    private double brokerGone() throws Exception {
        pair.killBroker();
        pair.startBroker();
        return Double.NaN;
    }

    private double databaseGone() {
        pair.postgres.end();
        pair.postgres.begin();
        return Double.NaN;
    }

    private void eventsReachClientsOfBoth() throws Exception {
        List<EventReader> readers = pair.members().stream().map(member -> new EventReader(member.client())).toList();
        for (EventReader reader : readers) {
            reader.await("listening");
        }
        churn.round(++round).join();
        for (EventReader reader : readers) {
            for (String application : churn.names()) {
                reader.await("\"type\":\"application\",\"application\":\"" + application + "\",\"state\":\"DONE\"");
            }
            reader.close();
        }
        List<Long> made = pair.members().stream()
                .map(member -> member.said().stream().filter(line -> line.matches(".* PlanningConsumer +plan .*")).count()).toList();
        table.add("plans made by each of the two: " + made);
        assertThat(made).as("both plan").allMatch(count -> count > 0);
    }
}
