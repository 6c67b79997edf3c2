package org.caravan.server.image;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.caravan.api.image.ImageCollectionOrder;
import org.caravan.api.image.ImageCollectionView;
import org.caravan.api.image.ImageTransferView;
import org.caravan.api.image.PrefetchBegun;
import org.caravan.api.image.PrefetchOrder;
import org.caravan.server.Settings;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "images")
class TransferController {

    /** 10 years. */
    private static final int MOST_HOURS = 87_600;

    private final Transfers transfers;
    private final Prefetching prefetching;
    private final Collector collector;
    private final Models models;
    private final Settings settings;
    private final ImageOwners owners;

    TransferController(Transfers transfers, Prefetching prefetching, Collector collector, Models models, Settings settings,
            ImageOwners owners) {
        this.owners = owners;
        this.transfers = transfers;
        this.prefetching = prefetching;
        this.collector = collector;
        this.models = models;
        this.settings = settings;
    }

    @GetMapping("/image-transfers")
    @Operation(operationId = "imageTransfers", summary = "List image transfers", description = "Sorted by host and layer, paged.")
    ResponseEntity<List<ImageTransferView>> transfers(
            @Parameter(description = "Only transfers to this host.", example = "pi-bergen-1") @RequestParam(name = "host")
            Optional<String> host, PageRequest page) {
        OrganisationScope reach = OrganisationScope.current();
        return page.of(transfers.now().stream().filter(progress -> owners.sees(reach, progress.image())).filter(progress -> host.isEmpty()
                || host.get().equals(progress.hostId())).toList(),
                progress -> progress.hostId() + " " + progress.layer() + " " + progress.image(), ImageViews::of);
    }

    @PostMapping("/image-prefetches")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses("404 unknown-application")
    @Operation(operationId = "prefetchImages", summary = "Prefetch the images of a pending plan",
            description = "Transfers images to their hosts in the background at a low rate. With caravan.image-transfer.prefetch, the "
                    + "server does this for each pending plan.")
    PrefetchBegun prefetch(@RequestBody PrefetchOrder body) {
        models.required(body.application());
        return new PrefetchBegun(prefetching.prefetch(body.application()));
    }

    @PostMapping("/image-collections")
    @ErrorResponses(value = {"409 no-infrastructure", "422 unused-hours"}, hosts = true)
    @Operation(operationId = "collectImages", summary = "Delete unused layers",
            description = "Deletes layers from the repository that no image refers to. On hosts, deletes layers that no copy uses and "
                    + "no plan needs.")
    ImageCollectionView collect(@RequestBody ImageCollectionOrder body) {
        body.unusedHours().filter(hours -> !(hours >= 0 && hours <= MOST_HOURS)).ifPresent(hours -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unused-hours", "Layers are not unused for (" + hours
                    + ") hours, but for 0 to " + MOST_HOURS + ".",
                    "leave it out for " + settings.imageTransfer().keepUnused().toHours() + ".");
        });
        Duration unusedFor = body.unusedHours().map(hours -> Duration.ofSeconds(Math.round(hours * 3600)))
                .orElse(settings.imageTransfer().keepUnused());
        return collector.collect(body.hosts(), unusedFor);
    }
}
