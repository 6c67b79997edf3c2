package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;

/** What planning of an example's texts begins with: hosts are as their types say, and nothing runs yet. */
public final class ExampleProblem {

    private ExampleProblem() {}

    /** @param file of the test's resources */
    public static String text(String file) {
        try (InputStream stream = ExampleProblem.class.getResourceAsStream("/" + file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param texts by name of file: one application, one infrastructure */
    public static PlacementProblem of(Map<String, String> texts, Function<Infrastructure, NetworkMatrix> network) {
        ParsedModels parsed = CaravanLanguage.parse(texts);
        assertThat(parsed.diagnostics()).isEmpty();
        Infrastructure infrastructure = parsed.infrastructures().get(0);
        List<ObservedHost> hosts = infrastructure.hosts().stream().map(host -> {
            HostType type = infrastructure.hostTypeOf(host.id());
            return new ObservedHost(host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(), List.of());
        }).toList();
        return PlacementProblems.of(parsed.applications().get(0), infrastructure, new Inventory(hosts, List.of()),
                network.apply(infrastructure),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }
}
