package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.apache.camel.CamelContext;
import org.caravan.server.broker.LeaderRouteIds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that leads no more, and lives on, takes no orders that are for who leads now. */
@Tag("long")
class LeaderRoutesTest {

    @TempDir
    Path folder;

    @Test
    void whoLeadsNoMoreTakesNothingFromTheBroker() throws Exception {
        try (SharedServers servers = new SharedServers(folder); Server server = servers.start("a")) {
            List<String> led = server.bean(LeaderRouteIds.class).all();
            for (String route : led) {
                await(route + " is taken from").until(() -> servers.broker.consumers("caravan." + route) == 1);
                server.bean(CamelContext.class).getRouteController().stopRoute(route);
                await(route + " is left to others").until(() -> servers.broker.consumers("caravan." + route) == 0);
                server.bean(CamelContext.class).getRouteController().startRoute(route);
                await(route + " is taken from again").until(() -> servers.broker.consumers("caravan." + route) == 1);
            }
            assertThat(led).contains("plan-approved");
        }
    }
}
