package org.caravan.server.start;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.node.StartTimeView;
import org.caravan.forecast.StartTimes.Estimate;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/start-times")
@Tag(name = "nodes")
class StartTimeController {

    private final LearnedStarts learned;
    private final Infrastructures infrastructures;

    StartTimeController(LearnedStarts learned, Infrastructures infrastructures) {
        this.learned = learned;
        this.infrastructures = infrastructures;
    }

    /** Starts of one kind. */
    private record Kind(String hostId, String form, String image) {

        String text() {
            return hostId + " " + form + " " + image;
        }
    }

    @GetMapping
    @Operation(operationId = "startTimes", summary = "List learned start times",
            description = "Lists how long copies take to start, learned from deployments: of each host, form and image that started there, "
                    + "sorted, paged. With an image, estimates its start on each host of the infrastructure, from starts that are similar, "
                    + "with the transfer of the image; hosts of which nothing is known are left out. Plans with a goal on startup, and "
                    + "rules that scale by forecasts, use these estimates. Hosts that are simulated or were removed have none.")
    ResponseEntity<List<StartTimeView>> startTimes(
            @Parameter(description = "Image to estimate.", example = "sock-shop/front-end") @RequestParam("image") Optional<String> image,
            PageRequest page) {
        Infrastructure infrastructure = infrastructures.required();
        learned.readAgain();
        TreeMap<String, Kind> kinds = (image.isEmpty() ? started() : possible(infrastructure, image.get()))
                .collect(Collectors.toMap(Kind::text, kind -> kind, (one, same) -> one, TreeMap::new));
        List<StartTimeView> views = kinds.values().stream().flatMap(kind -> infrastructure.findHost(kind.hostId()).stream()
                .flatMap(host -> learned.estimate(kind.form(), kind.image(), host, infrastructure).stream()
                        .map(estimate -> view(kind, host, estimate)))).toList();
        return page.of(views, view -> new Kind(view.hostId(), view.form(), view.image()).text());
    }

    private Stream<Kind> started() {
        return learned.starts().stream().map(kept -> new Kind(kept.start().hostId(), kept.start().form(), kept.start().image()));
    }

    private static Stream<Kind> possible(Infrastructure infrastructure, String image) {
        return infrastructure.hosts().stream().flatMap(host -> host.formKinds().stream().map(FormKind::toString)
                .map(form -> new Kind(host.id(), form, image)));
    }

    private StartTimeView view(Kind kind, Host host, Estimate estimate) {
        Optional<StartTimeStore.Kept> newest = learned.starts().stream().filter(kept -> kept.start().hostId().equals(kind.hostId())
                && kept.start().form().equals(kind.form()) && kept.start().image().equals(kind.image())).findFirst();
        return new StartTimeView(host.id(), host.hostTypeId(), kind.form(), kind.image(), estimate.median().toMillis(),
                estimate.slow().toMillis(), estimate.starts(), StartTimeView.Basis.valueOf(estimate.basis().name()),
                estimate.transfer().map(Duration::toMillis), learned.rate(host.id()), newest.map(StartTimeStore.Kept::at),
                newest.map(kept -> kept.start().took().toMillis()));
    }
}
