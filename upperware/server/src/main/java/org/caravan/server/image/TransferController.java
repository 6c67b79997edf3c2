package org.caravan.server.image;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.caravan.server.Settings;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.Reach;
import org.caravan.server.rest.PageWish;
import org.caravan.server.rest.Refusal;
import org.caravan.server.rest.Refuses;
import org.caravan.transfer.TransferProgress;
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

    TransferController(Transfers transfers, Prefetching prefetching, Collector collector, Models models, Settings settings, ImageOwners owners) {
        this.owners = owners;
        this.transfers = transfers;
        this.prefetching = prefetching;
        this.collector = collector;
        this.models = models;
        this.settings = settings;
    }

    @Schema(name = "ImageTransfer", description = "A layer on its way to a host.")
    record Moving(
            @Schema(description = "Id of the host.", example = "pi-1") String hostId,
            @Schema(description = "Name of the image.", example = "sock-shop/front-end") String image,
            @Schema(description = "Digest of the layer.") String layer,
            @Schema(description = "DEPLOYMENT if a step waits for it, PREFETCH if it may be wanted soon.") String priority,
            @Schema(description = "Bytes that are there.") long onHost,
            @Schema(description = "Bytes that are sent in all.") long total,
            @Schema(description = "Whether a difference to a layer the host has is sent.") boolean difference,
            @Schema(description = "SENDING or UNPACKING.") String state) {

        static Moving of(TransferProgress progress) {
            return new Moving(progress.hostId(), progress.image(), progress.layer().toString(), progress.priority().name(), progress.onHost(),
                    progress.total(), progress.difference(), progress.state().name());
        }
    }

    @Schema(name = "PrefetchBody", description = "Whose images are wanted.")
    record PrefetchBody(@Schema(description = "Name of the application.", example = "sock-shop") String application) {}

    @Schema(name = "Prefetch", description = "A prefetch that was begun.")
    record Begun(@Schema(description = "Images of hosts that are looked at; those that are there cost nothing.") int begun) {}

    @Schema(name = "CollectionBody", description = "What is to be thrown away.")
    record CollectionBody(
            @Schema(description = "Whether hosts throw away, too, what no plan wants there.") boolean hosts,
            @Schema(description = "Hours for which it was not used; absent: as caravan.image-transfer.keep-unused says.") Optional<Double> unusedHours) {}

    @GetMapping("/image-transfers")
    @Operation(operationId = "imageTransfers", summary = "Show what is on its way to hosts", description = "Sorted by host and layer, a page at a time.")
    ResponseEntity<List<Moving>> transfers(
            @Parameter(description = "Only those to this host.", example = "pi-bergen-1") @RequestParam(name = "host") Optional<String> host, PageWish page) {
        Reach reach = Reach.current();
        return page.of(transfers.now().stream().filter(progress -> owners.sees(reach, progress.image())).filter(progress -> host.isEmpty() || host.get().equals(progress.hostId())).toList(),
                progress -> progress.hostId() + " " + progress.layer() + " " + progress.image(), Moving::of);
    }

    @PostMapping("/image-prefetches")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses("404 unknown-application")
    @Operation(operationId = "prefetchImages", summary = "Bring what a pending plan wants to its hosts",
            description = "In the background and slowly, as happens by itself where caravan.image-transfer.prefetch is on.")
    Begun prefetch(@RequestBody PrefetchBody body) {
        models.required(body.application());
        return new Begun(prefetching.prefetch(body.application()));
    }

    @PostMapping("/image-collections")
    @Refuses(value = {"409 no-infrastructure", "422 unused-hours"}, hosts = true)
    @Operation(operationId = "collectImages", summary = "Throw away layers that nothing uses",
            description = "In the repository those that no image names; on hosts those that no copy stands on and no plan wants there.")
    Collection collect(@RequestBody CollectionBody body) {
        body.unusedHours().filter(hours -> !(hours >= 0 && hours <= MOST_HOURS)).ifPresent(hours -> {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "unused-hours", "Layers are not unused for (" + hours + ") hours, but for 0 to " + MOST_HOURS + ".",
                    "leave it out for " + settings.imageTransfer().keepUnused().toHours() + ".");
        });
        Duration unusedFor = body.unusedHours().map(hours -> Duration.ofSeconds(Math.round(hours * 3600))).orElse(settings.imageTransfer().keepUnused());
        return collector.collect(body.hosts(), unusedFor);
    }
}
