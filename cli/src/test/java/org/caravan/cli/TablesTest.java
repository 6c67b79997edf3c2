package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.ConsumedView;
import org.caravan.api.network.MeasuredPathView.FigureView;
import org.caravan.api.network.MeasuredPathView;
import org.caravan.api.network.ProbeAgentView;
import org.caravan.api.network.StandingProbesView;
import org.caravan.cli.application.MetricsCommand;
import org.caravan.cli.network.AgentsCommand;
import org.caravan.cli.network.NetworkCommand;
import org.caravan.cli.network.NetworkHeat;
import org.caravan.cli.network.StandingProbesCommand;
import org.caravan.client.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What people see of figures: a table of sites, a table of hosts. */
class TablesTest {

    private static final List<MeasuredPathView> NETWORK = Answer.listOf(JsonMapper.shared().readTree("""
            [{"from":"bergen.BKK/ipv4","to":"simula.Kvantel/ipv4","idleRtt":{"mean":9.54,"origin":"MEASURED"},\
            "throughput":{"mean":236800000,"origin":"MEASURED"}},
             {"from":"bergen.BKK/ipv6","to":"simula.Kvantel/ipv6","idleRtt":{"mean":38.9,"origin":"MEASURED"},\
            "throughput":{"mean":14100000,"origin":"MEASURED"}},
             {"from":"simula.Kvantel/ipv4","to":"bergen.BKK/ipv4","idleRtt":{"mean":9.54,"origin":"ESTIMATED"}},
             {"from":"users-haikou.CERNET/ipv6","to":"simula.Kvantel/ipv6","idleRtt":{"mean":268.2,"origin":"MEASURED"}},
             {"from":"simula.Kvantel/ipv6","to":"simula.Uninett/ipv6","idleRtt":{"mean":0.1,"origin":"MEASURED"}}]"""),
                     MeasuredPathView.class).value();

    private static List<ConsumedView> taken(String answer) {
        return Answer.listOf(JsonMapper.shared().readTree(answer), ConsumedView.class).value();
    }

    @Test
    void aFigureSaysWhereItIsFrom() {
        assertThat(figure("MEASURED")).isEqualTo("9.5 ±0.3");
        assertThat(figure("PASSIVE")).isEqualTo("°9.5 ±0.3");
        assertThat(figure("ESTIMATED")).isEqualTo("~9.5");
    }

    private static String figure(String origin) {
        return NetworkCommand.figure(Optional.of(
                new FigureView(9.54, 0.3, 9.5, 11, 16, Instant.EPOCH, origin, Optional.empty(), Optional.empty())), 1);
    }

    @Test
    void theBestPathBetweenTwoSites() {
        assertThat(NetworkHeat.lines(NetworkHeat.Shown.RTT, NETWORK, false)).containsExactly(
                "Round-trip time without load, ms, best path between two sites; ~ estimated",
                "             bergen simula users-haikou",
                "bergen                 9.5            ·",
                "simula         ~9.5                   ·",
                "users-haikou      ·    268");
        assertThat(NetworkHeat.lines(NetworkHeat.Shown.THROUGHPUT, NETWORK, false)).last().isEqualTo("simula      ·");
        assertThat(NetworkHeat.lines(NetworkHeat.Shown.LOADED_RTT, NETWORK, false)).first().isEqualTo("No measurements are known.");
    }

    @Test
    void aTerminalShowsShades() {
        assertThat(NetworkHeat.lines(NetworkHeat.Shown.RTT, NETWORK, true))
                .anyMatch(line -> line.contains("\033[48;5;194;38;5;16m   9.5\033[0m"))
                .anyMatch(line -> line.contains("\033[48;5;23;38;5;231m   268\033[0m"));
    }

    @Test
    void whatHostsAndTheirCopiesTake() {
        assertThat(MetricsCommand.lines(taken("""
                [{"hostId":"pi-1","memoryBytes":104857600,"at":"2026-11-22T06:00:00Z"},
                 {"hostId":"pi-1","application":"sock-shop","copy":"frontend:1@7","cpuMilliCores":250,"memoryBytes":10485760,\
                "diskReadBytesPerSecond":0,
                  "diskWriteBytesPerSecond":1500,"networkInBytesPerSecond":12345,"networkOutBytesPerSecond":99.9,\
                "at":"2026-11-22T06:00:00Z"}]"""))).containsExactly(
                "                                         CPU cores  memory MiB   read kB/s  write kB/s     in kB/s    out kB/s",
                "pi-1                                             -       100.0           -           -           -           -",
                "  sock-shop frontend:1@7                      0.25        10.0         0.0         1.5        12.3         0.1");
    }

    @Test
    void whatARouterAnsweredStandsBelow() {
        assertThat(MetricsCommand.lines(taken("""
                [{"hostId":"pi-1","application":"sock-shop","copy":"frontend-router-bergen:1@7","requestsPerSecond":20.04,\
                "latencyMedianMillis":4.2,
                  "latencyP95Millis":51.3,"latencyP99Millis":280,"at":"2026-11-22T06:00:00Z"},
                 {"hostId":"pi-2","application":"sock-shop","copy":"frontend-router-ohio:1@7","requestsPerSecond":0,\
                "at":"2026-11-22T06:00:00Z"}]""")))
                .endsWith(
                        "",
                        "                                          requests/s   median ms      p95 ms      p99 ms",
                        "  sock-shop frontend-router-bergen:1@7          20.0         4.2        51.3       280.0",
                        "  sock-shop frontend-router-ohio:1@7             0.0           -           -           -");
    }

    private static List<ProbeAgentView> agents(String answer) {
        return Answer.listOf(JsonMapper.shared().readTree(answer), ProbeAgentView.class).value();
    }

    @Test
    void whereProbingGoesOnAlone() {
        assertThat(AgentsCommand.lines(agents("""
                [{"machineId":"pi-east-1","visitedAt":"2026-11-22T06:00:00Z","paths":5,"waiting":120,"fetched":1300,"dropped":7,\
                "clockOffsetMillis":-3210.5,
                  "clockBoundMillis":21.2},
                 {"machineId":"vantage-coast","fault":"The probe agent at machine (vantage-coast) was not visited: \
                connection refused.\\nMaybe start sshd.","paths":0,
                  "waiting":0,"fetched":0,"dropped":0}]"""))).containsExactly(
                "                          paths  waiting  fetched  dropped         clock ahead ms  visited",
                "pi-east-1                     5      120     1300        7          -3210.5 ±21.2  2026-11-22T06:00:00Z",
                "vantage-coast                 0        0        0        0                      -  never",
                "  The probe agent at machine (vantage-coast) was not visited: connection refused.",
                "  Maybe start sshd.");
        assertThat(AgentsCommand.lines(List.of())).containsExactly(
                "none: continuous probing is disabled (caravan.probing.every)");
    }

    @Test
    void whatStandingProbesPlanAndCost() {
        assertThat(StandingProbesCommand.lines(JsonMapper.shared().readValue("""
                {"periodSeconds":60,"lastRun":"2026-11-26T12:00:00Z","links":[
                 {"link":"bergen.BKK","paths":12,"used":2,"shortestSeconds":60,"longestSeconds":300,"plannedBytes":19169280,\
                "sentBytes":1250000,
                  "budgetBytes":52428800,"last":"2026-11-26T12:00:00.5Z","next":"2026-11-26T12:01:00Z","skipped":[]},
                 {"link":"ohio.Amazon","paths":0,"used":0,"shortestSeconds":0,"longestSeconds":0,"plannedBytes":0,"sentBytes":0,
                  "budgetBytes":52428800,"skipped":["No machine of site (ohio) can probe."]}]}""", StandingProbesView.class)))
                .containsExactly(
                "                          paths in use       every s      MB/day  MB in 24 h  budget MB  last                  next",
                "bergen.BKK                   12      2     60 to 300       19.17        1.25       52.4  2026-11-26T12:00:00Z  "
                + "2026-11-26T12:01:00Z",
                "ohio.Amazon                   0      0             -        0.00        0.00       52.4  -                     -",
                "  not measured: No machine of site (ohio) can probe.",
                "Paths in use are due every 60 s, others less often; MB/day without repeated measurements.");
        assertThat(StandingProbesCommand.lines(JsonMapper.shared().readValue(
                "{\"periodSeconds\":0,\"links\":[],"
                + "\"off\":\"Standing idle probes are disabled.\\nMaybe set caravan.probing.idle-every to 1m.\"}",
                StandingProbesView.class))).containsExactly(
                "Standing idle probes are disabled.", "    Maybe set caravan.probing.idle-every to 1m.");
        assertThat(StandingProbesCommand.lines(JsonMapper.shared().readValue(
                "{\"periodSeconds\":0,\"off\":\"Continuous probing includes idle probes of all paths.\",\"links\":[]}",
                StandingProbesView.class))).as("nothing is to be set").containsExactly(
                "Continuous probing includes idle probes of all paths.");
    }
}
