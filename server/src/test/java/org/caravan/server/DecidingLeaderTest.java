package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A host is lost, and the leader is killed with SIGKILL between its decision and the action: the other server carries the decision out,
 * once.
 * Everything but the hosts is real: server processes, PostgreSQL, ActiveMQ.
 */
@Tag("servers")
class DecidingLeaderTest {

    private static final String MODEL = """
            application till {
              component web {
                replicas 2
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              require web in NO
              require web apart by host
            }
            """;

    @TempDir
    Path folder;

    private Pair pair;

    @Test
    void aDecisionOfALeaderThatDiesIsCarriedOutOnce() throws Exception {
        try (Pair two = new Pair(folder)) {
            pair = two;
            deploy();
            killedAt("decided", "select number from decision where rule = 'host-lost' and state = 'DECIDED'");
            killedAt("planned", "select number from decision where rule = 'host-lost' and state = 'DECIDED' and plan is not null");
            killedAt("approved", "select number from decision where rule = 'host-lost' and state = 'DEPLOYING'");
        } catch (Exception | AssertionError failed) {
            Optional.ofNullable(pair).ifPresent(one -> one.keepLogs("DecidingLeaderTest"));
            throw failed;
        }
    }

    private void deploy() {
        Client client = pair.member("a").client();
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
        client.put("applications/till/model", Json.write(Map.of("files", Map.of("till.caravan", MODEL))));
        String plan = client.expect(200, "POST", "applications/till/plans", null).path("id").asString();
        client.expect(202, "POST", "applications/till/plans/" + plan + "/approval", null);
        deployed(client);
    }

    /** @param moment rows that exist from the moment at which the leader is killed */
    private void killedAt(String name, String moment) throws Exception {
        Pair.Member victim = leader();
        int runs = count("select count(*) from runs");
        int decisions = count("select count(*) from decision where rule = 'host-lost'");
        String lost = hosts(victim.client()).iterator().next();
        Path outages = folder.resolve("shared/simulated-outages.txt");
        Files.writeString(outages, lost + "\n");
        await(name).atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(2)).until(() -> pair.rows(moment).size() > 0
                && count("select count(*) from decision where rule = 'host-lost'") > decisions);
        long begun = System.nanoTime();
        pair.kill(victim);
        await("the other one to lead").until(() -> pair.leader().equals(pair.other(victim).name()));
        Client other = pair.other(victim).client();
        await("carried out").atMost(Duration.ofMinutes(2)).until(() -> count("select count(*) from decision where rule = 'host-lost' "
                + "and state in ('DONE', 'FAILED', 'UNDONE')") > 0 && pair.rows("select 1 from decision where rule = 'host-lost' "
                + "and state in ('DECIDED', 'DEPLOYING')").isEmpty() && !hosts(other).contains(lost));
        System.out.printf("leader killed when %s: carried out by the other one after %.1f s%n", name, (System.nanoTime() - begun) / 1e9);
        assertThat(pair.rows("select state from decision where rule = 'host-lost' and application = 'till' and subjects like '%" + lost
                + "%' order by number desc limit 1")).containsExactly("DONE");
        assertThat(count("select count(*) from runs") - runs).as("one deployment for one decision").isEqualTo(1);
        assertThat(doubled()).as(name).isEmpty();
        Files.delete(outages);
        deployed(other);
        pair.start(victim.name());
    }

    private List<String> doubled() {
        List<String> twice = pair.rows("select run_id || ' ' || text from steps where state = 'DONE' and kind in ('CREATE', 'DESTROY') "
                + "group by run_id, text having count(*) > 1");
        return twice.isEmpty() ? pair.copies().stream().filter(line -> !line.split("\t")[4].equals("1")).toList() : twice;
    }

    private int count(String sql) {
        return pair.rows(sql).stream().findFirst().map(Integer::parseInt).orElse(0);
    }

    private Pair.Member leader() {
        return pair.member(await("a leader").until(() -> pair.leader(), name -> !name.isEmpty()));
    }

    private static void deployed(Client client) {
        client.await("applications/till/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        client.await("applications/till", answer -> answer.path("instances").valueStream()
                .allMatch(instance -> instance.path("state").asString().equals("RUNNING")));
    }

    private static Set<String> hosts(Client client) {
        JsonNode application = client.get("applications/till");
        return application.path("instances").valueStream().map(instance -> instance.path("hostId").asString())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
