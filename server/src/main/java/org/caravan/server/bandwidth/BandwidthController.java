package org.caravan.server.bandwidth;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.QuotaUse;
import org.caravan.api.application.BandwidthChangeView;
import org.caravan.api.application.BandwidthMeanView;
import org.caravan.api.application.BandwidthOrder;
import org.caravan.api.application.LinkBandwidthView;
import org.caravan.api.application.LinkQuotaView;
import org.caravan.application.Bandwidth;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkMean;
import org.caravan.measure.metric.LinkReading;
import org.caravan.server.Settings;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.server.metrics.MetricsOff;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.caravan.unit.BitRate;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "metrics")
class BandwidthController {

    private static final int MOST_HOURS = 336;
    private static final long MOST = 32_000_000_000L;
    private static final long LEAST_MAXIMUM = 64_000;
    private static final double MOST_SHARE = 1000;

    private final BandwidthStore store;
    private final LinkQuotas quotas;
    private final BandwidthChanges changes;
    private final Models models;
    private final Settings.Metrics settings;
    private final Ownership owners;
    private final AuditLog audit;
    private final Clock clock;

    BandwidthController(BandwidthStore store, LinkQuotas quotas, BandwidthChanges changes, Models models, Settings settings,
            Ownership owners, AuditLog audit, Clock clock) {
        this.store = store;
        this.quotas = quotas;
        this.changes = changes;
        this.models = models;
        this.settings = settings.metrics();
        this.owners = owners;
        this.audit = audit;
        this.clock = clock;
    }

    @GetMapping("/bandwidth")
    @ErrorResponses("409 metrics-off")
    @Operation(operationId = "bandwidth", summary = "List granted and used bandwidth of copies",
            description = "Lists the latest readings of copies on hosts that divide their access links, sorted by host, copy, link and "
                    + "direction, paged; does not query hosts. Answers 409 with code metrics-off if metrics are disabled.")
    ResponseEntity<List<LinkBandwidthView>> bandwidth(
            @Parameter(description = "Only copies on this host.", example = "pi-bergen-1") @RequestParam(name = "host",
                    required = false) Optional<String> host,
            @Parameter(description = "Only copies of this application.", example = "sock-shop") @RequestParam(name = "application",
                    required = false) Optional<String> application,
            PageRequest page) {
        MetricsOff.refuse(settings);
        OrganisationScope reach = OrganisationScope.current();
        List<LinkQuotas.Reading> used = quotas.newest(clock.instant().minus(settings.fresh()));
        return page.of(store.newest(clock.instant().minus(settings.fresh())).stream()
                .filter(reading -> owners.sees(reach, reading.application()))
                .filter(reading -> host.isEmpty() || host.get().equals(reading.hostId()))
                .filter(reading -> application.isEmpty() || application.get().equals(reading.application()))
                .map(reading -> view(reading, used)).toList(), LinkBandwidthView::subject);
    }

    @GetMapping("/applications/{name}/bandwidth")
    @ErrorResponses({"409 metrics-off", "422 hours-invalid"})
    @Operation(operationId = "bandwidthHistory", summary = "Show the bandwidth of an application over time",
            description = "Means per minute for up to 6 hours, per hour beyond, sorted by time, copy, link and direction, paged; kept "
                    + "for 14 days.")
    ResponseEntity<List<BandwidthMeanView>> history(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "How far back, in hours, 1 to 336.", example = "1") @RequestParam(name = "hours",
                    defaultValue = "1") int hours,
            PageRequest page) {
        models.required(name);
        MetricsOff.refuse(settings);
        if (hours < 1 || hours > MOST_HOURS) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "hours-invalid", "A history cannot have (" + hours
                    + ") hours, but 1 to " + MOST_HOURS + ".", "use 24.");
        }
        return page.of(store.history(name, clock.instant().minus(Duration.ofHours(hours))).stream().map(BandwidthController::view).toList(),
                BandwidthMeanView::subject);
    }

    @PutMapping("/applications/{name}/instances/{instance}/bandwidth")
    @ErrorResponses(value = {"404 unknown-instance", "409 never-deployed", "409 no-infrastructure", "409 no-uplink-used",
            "409 bandwidth-not-enforced", "409 outdated-plan", "409 resource-taken", "409 deployment-running", "409 host-drained",
            "409 takes-over", "422 bandwidth-invalid", "429 too-many-plannings", "503 deployment-delayed", "503 planner-busy"},
            hosts = true)
    @Operation(operationId = "chooseBandwidth", summary = "Change the bandwidth of a running copy",
            description = "If it fits where the copy runs, a deployment changes it and keeps connections open. Otherwise a plan that makes "
                    + "it fit waits for approval, or the answer names the smallest set of minima that do not fit. Later plans keep the "
                    + "change until another model of the application is submitted.")
    BandwidthChangeView choose(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Component and number.", example = "frontend:1") @PathVariable("instance") String instance,
            @RequestBody BandwidthOrder order, @Parameter(hidden = true) HttpServletRequest request) {
        audit.detail(request, "min " + order.minBitsPerSecond().orElse(0L) + " bit/s"
                + order.maxBitsPerSecond().map(max -> " max " + max + " bit/s").orElse("") + " share " + order.share().orElse(1.0));
        return changes.choose(name, instance, wanted(order), AuditRequest.of(request).orElseThrow().name());
    }

    @DeleteMapping("/applications/{name}/instances/{instance}/bandwidth")
    @ErrorResponses(value = {"404 unknown-instance", "409 never-deployed", "409 no-infrastructure", "409 outdated-plan",
            "409 resource-taken", "409 deployment-running", "409 host-drained", "409 takes-over", "429 too-many-plannings",
            "503 deployment-delayed", "503 planner-busy"}, hosts = true)
    @Operation(operationId = "forgetBandwidth", summary = "Return a copy to the bandwidth of the model",
            description = "Answers as a change of bandwidth.")
    BandwidthChangeView forget(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Component and number.", example = "frontend:1") @PathVariable("instance") String instance,
            @Parameter(hidden = true) HttpServletRequest request) {
        return changes.forget(name, instance, AuditRequest.of(request).orElseThrow().name());
    }

    /** @throws ProblemException with code bandwidth-invalid */
    private static Bandwidth wanted(BandwidthOrder order) {
        long min = order.minBitsPerSecond().orElse(0L);
        Optional<Long> most = order.maxBitsPerSecond();
        double weight = order.share().orElse(1.0);
        if (min < 0 || min > MOST) {
            throw invalid("A minimum cannot be (" + min + ") bit/s, but 0 to " + MOST + ".", "use 5000000.");
        }
        if (most.filter(max -> max < LEAST_MAXIMUM || max > MOST).isPresent()) {
            throw invalid("A maximum cannot be (" + most.get() + ") bit/s, but " + LEAST_MAXIMUM + " to " + MOST + ".",
                    "use 50000000.");
        }
        if (!(weight >= 1 / MOST_SHARE) || weight > MOST_SHARE) {
            throw invalid("A share cannot be (" + weight + "), but 0.001 to 1000.", "use 1.");
        }
        if (most.filter(max -> max < min).isPresent()) {
            throw invalid("The minimum of " + new BitRate(min) + " is above the maximum of " + new BitRate(most.get()) + ".",
                    "raise the maximum.");
        }
        return new Bandwidth(weight, new BitRate(min), most.map(BitRate::new));
    }

    private static ProblemException invalid(String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bandwidth-invalid", message, suggestion);
    }

    private static LinkBandwidthView view(LinkReading reading, List<LinkQuotas.Reading> quotas) {
        Optional<LinkQuotaView> quota = quotas.stream().filter(one -> !reading.inbound() && one.hostId().equals(reading.hostId())
                && one.use().ispId().equals(reading.ispId())).findFirst().map(one -> view(one.use()));
        return new LinkBandwidthView(reading.hostId(), reading.application(), CopyId.parse(reading.copy()).toString(), reading.ispId(),
                reading.capacity().map(BitRate::value), reading.min().value(), reading.max().map(BitRate::value), reading.share(),
                reading.granted().value(), reading.used().value(), reading.refused().value(), reading.seconds(), reading.at(), quota,
                reading.inbound());
    }

    private static LinkQuotaView view(QuotaUse use) {
        return new LinkQuotaView(use.quota().amount().value(), use.quota().period().word(), use.quota().max().map(BitRate::value),
                use.quota().price().map(price -> price.value() / 1e6),
                use.used().value(), use.quota().renewal(use.begin()), use.exceeded());
    }

    private static BandwidthMeanView view(LinkMean mean) {
        return new BandwidthMeanView(mean.begin(), mean.hostId(), CopyId.parse(mean.copy()).toString(), mean.ispId(), mean.seconds(),
                mean.granted().value(), mean.used().value(), mean.refused().value(), mean.inbound());
    }
}
