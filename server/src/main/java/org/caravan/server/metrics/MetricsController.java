package org.caravan.server.metrics;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.api.application.ConsumedView;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.Settings;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "metrics")
class MetricsController {

    private final ReadingStore store;
    private final Settings.Metrics settings;
    private final Ownership owners;
    private final Clock clock;

    MetricsController(ReadingStore store, Settings settings, Ownership owners, Clock clock) {
        this.owners = owners;
        this.store = store;
        this.settings = settings.metrics();
        this.clock = clock;
    }

    @GetMapping("/metrics")
    @ErrorResponses("409 metrics-off")
    @Operation(operationId = "metrics", summary = "List the resource usage of hosts and copies",
            description = "Lists the latest readings, sorted by host, each host before its copies, paged; does not query hosts. Answers "
                    + "409 with code metrics-off if metrics are disabled.")
    ResponseEntity<List<ConsumedView>> metrics(
            @Parameter(description = "Only this host and its copies.", example = "pi-bergen-1") @RequestParam(name = "host",
                    required = false) Optional<String> host,
            @Parameter(description = "Only copies of this application.", example = "sock-shop") @RequestParam(name = "application",
                    required = false)
                    Optional<String> application,
            PageRequest page) {
        MetricsOff.refuse(settings);
        Map<String, List<Reading>> bySubject = store.newest(clock.instant().minus(settings.fresh())).stream()
                .collect(Collectors.groupingBy(reading -> reading.hostId() + " " + reading.copy(), LinkedHashMap::new,
                        Collectors.toList()));
        OrganisationScope reach = OrganisationScope.current();
        return page.of(bySubject.values().stream().map(ConsumedViews::of)
                .filter(taken -> taken.application().filter(name -> !owners.sees(reach, name)).isEmpty())
                .filter(taken -> host.isEmpty() || host.get().equals(taken.hostId()))
                .filter(taken -> application.isEmpty() || application.equals(taken.application()))
                .toList(), ConsumedView::subject);
    }
}
