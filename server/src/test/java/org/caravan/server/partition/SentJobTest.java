package org.caravan.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.json.Json;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.problem.Uplinks;
import org.caravan.server.ExampleProblem;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** What another server reads is what was sent, whatever the model says. */
class SentJobTest {

    private static final Path EXAMPLES = Path.of("../examples");

    @ParameterizedTest
    @CsvSource({"sock-shop/sock-shop,testbed/nornet", "market/market,testbed/nornet", "relay/relay,testbed/nornet",
            "joint/joint,joint/joint.infrastructure", "desk/desk,desk/desk.infrastructure"})
    void aJobIsReadAsItWasSent(String model, String sites) throws IOException {
        PlacementProblem problem = withAllThatCanBeKnown(problem(model, sites));
        for (PlacementProblem sent : List.of(problem, problem.completed())) {
            PartitionJob job = new PartitionJob(sent, seated(sent), 2);
            byte[] bytes = SentJob.bytes(job);
            PartitionJob read = SentJob.read(bytes, 2);
            assertThat(read.problem().canonicalText()).isEqualTo(sent.canonicalText());
            assertThat(read).isEqualTo(job);
        }
    }

    @Test
    void aProblemOfAnEarlierVersionHasNoReservationsForResponses() throws IOException {
        SentProblem sent = SentProblem.of(withAllThatCanBeKnown(problem("joint/joint", "joint/joint.infrastructure")));
        for (SortedMap<PathId, BitRate> paths : Arrays.<SortedMap<PathId, BitRate>>asList(null, sent.responsesElsewhere())) {
            PlacementProblem received = new SentProblem(sent.application(), sent.infrastructure(), sent.inventory(), sent.network(),
                    sent.parentId(), sent.generation(), sent.current(), sent.reservedElsewhere(), sent.takenSlots(), sent.excluded(),
                    sent.policy(), sent.reservedLinks(), sent.rerouted(), sent.delays(), paths, null, null, null, null, null, null, null)
                            .problem();
            assertThat(received.uplinks().responsesElsewhere().inbound()).isEmpty();
            assertThat(received.uplinks().responsesElsewhere().paths()).hasSize(paths == null ? 0 : 1);
        }
    }

    /** Servers of earlier versions know neither weights nor speeds nor kinds of calls. */
    @Test
    void aJobOfAnEarlierVersionIsRead() throws IOException {
        PlacementProblem problem = problem("sock-shop/sock-shop", "testbed/nornet");
        ObjectNode tree = (ObjectNode) Json.mapper().readTree(Json.write(SentProblem.of(problem)));
        assertThat(tree.toString()).doesNotContain("\"call\":");
        tree.remove(List.of("speeds", "weight", "sharesElsewhere", "starts", "counted"));
        PlacementProblem read = Json.read(tree.toString(), SentProblem.class).problem();
        assertThat(read.speeds()).isEmpty();
        assertThat(read.starts()).isEmpty();
        assertThat(read.uplinks().weight()).isEqualTo(1);
        assertThat(read.uplinks().sharesElsewhere()).isEmpty();
        assertThat(read.canonicalText()).isEqualTo(problem.canonicalText());
    }

    @Test
    void whatIsNoJobIsRefused() {
        assertThatThrownBy(() -> SentJob.read("{}".getBytes(StandardCharsets.UTF_8), 0)).hasMessageContaining("GZIP");
    }

    private static PlacementProblem problem(String model, String sites) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        texts.put("model.caravan", Files.readString(EXAMPLES.resolve(model + ".caravan")));
        texts.put("sites.caravan", Files.readString(EXAMPLES.resolve(sites + ".caravan")));
        Path scripts = EXAMPLES.resolve(model).resolveSibling("scripts");
        for (String script : Optional.ofNullable(scripts.toFile().list()).orElse(new String[0])) {
            texts.put("scripts/" + script, Files.readString(scripts.resolve(script)));
        }
        return ExampleProblem.of(texts, SentJobTest::network);
    }

    private static List<PartitionJob.Seated> seated(PlacementProblem problem) {
        String hostId = problem.infrastructure().hosts().get(0).id();
        List<PartitionJob.Seated> seated = new ArrayList<>();
        problem.application().components().forEach(component ->
                seated.add(new PartitionJob.Seated(new InstanceId(component.id(), 1), hostId,
                seated.size() % 3 == 0 ? Optional.empty() : Optional.of(seated.size() % 3))));
        return seated;
    }

    private static PlacementProblem withAllThatCanBeKnown(PlacementProblem problem) {
        Map<String, Reservation> reserved = new TreeMap<>();
        problem.infrastructure().hosts().forEach(host -> reserved.put(host.id(),
                new Reservation(new MilliCores(50), new Bytes(1 << 20), Optional.of(new Bytes(7)).filter(any -> reserved.isEmpty()))));
        Site site = problem.infrastructure().sites().get(0);
        AccessPoint point = site.accessPoints().get(0);
        PathId path = problem.network().all().keySet().iterator().next();
        String component = problem.application().components().get(0).id();
        InstanceId first = new InstanceId(component, 1);
        CurrentPlacement current = new CurrentPlacement(first, problem.infrastructure().hosts().get(0).id(), 117, 3, "digest",
                new TreeMap<>(Map.of(new InstanceId("other", 2), path)), new TreeMap<>(Map.of("users", path)));
        Uplinks uplinks = new Uplinks(Map.of(AccessLink.of(point), new BitRate(12_345)),
                Set.of(new AvoidedPath("users", component, path), new AvoidedPath(component, "other", path)))
                .answering(new ReservedResponses(new TreeMap<>(Map.of(path, new BitRate(77))),
                        new TreeMap<>(Map.of(AccessLink.of(point), new BitRate(78)))))
                .weighing(2.5).beside(new TreeMap<>(Map.of(AccessLink.of(point), 3.0)))
                .counting(new TreeMap<>(Map.of(AccessLink.of(point), new Uplinks.Counted(new Bytes(5), 6, 7))));
        return new PlacementProblem(problem.application(), problem.infrastructure(), problem.inventory(), problem.network(),
                Optional.of("parent"), 4, List.of(current), reserved,
                Map.of(site.id(), Set.of(100, 117)), Map.of(problem.infrastructure().hosts().get(0).id(), "drained"),
                        new PlanningPolicy(2, 3, 4, 0.7), uplinks, List.of(),
                Map.of(problem.infrastructure().hosts().get(0).id(), 0.25), List.of(new PlacementProblem.LearnedStart(
                        problem.infrastructure().hosts().get(0).id(), FormKind.CONTAINER, "web", new Millis(420))),
                Map.of(first, problem.application().components().get(0).forms()));
    }

    private static NetworkMatrix network(Infrastructure infrastructure) {
        TreeMap<PathId, PathFigures> paths = new TreeMap<>();
        TreeSet<PathId> silent = new TreeSet<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                for (AccessPoint one : from.accessPoints()) {
                    to.accessPoints().stream().filter(other -> from != to
                            && one.family() == other.family()).map(other -> new PathId(one, other)).forEach(path -> {
                        double milliseconds = 1 + paths.size() / 7.0;
                        if (paths.size() > 3 && silent.isEmpty()) {
                            silent.add(path);
                        } else {
                            paths.put(path, new PathFigures(path,
                                    figure(milliseconds)
                                    .withP99(Optional.of(new P99(milliseconds * 2, 100 + paths.size()))
                                    .filter(any -> paths.size() % 3 == 0)),
                                    Optional.of(figure(milliseconds * 3)).filter(any -> paths.size() % 2 == 0),
                                    Optional.of(figure(1e8 / 3)), 0.01));
                        }
                    });
                }
            }
        }
        return new NetworkMatrix(paths, silent);
    }

    private static PathStatistic figure(double value) {
        return new PathStatistic(value, value / 9, value * 0.9, value * 1.1, 16, Instant.ofEpochSecond(1_700_000_000, 123_456_789),
                PathStatistic.Origin.MEASURED);
    }
}
