package org.caravan.server.image;

import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.api.image.ImageOrder;
import org.caravan.api.image.ImageView;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.image.archive.ImageExport;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "images")
class ImageController {

    private static final String NAME = "Name of the image; it may contain slashes.";

    private final ImageRepository repository;
    private final ImageExport export;
    private final ImageUses uses;
    private final Collector collector;
    private final ImageOwners owners;

    ImageController(ImageRepository repository, ImageExport export, ImageUses uses, Collector collector, ImageOwners owners) {
        this.repository = repository;
        this.owners = owners;
        this.export = export;
        this.uses = uses;
        this.collector = collector;
    }

    @GetMapping("/images")
    @Operation(operationId = "images", summary = "List images", description = "Sorted by name, with digests and sizes, paged.")
    ResponseEntity<List<ImageView>> all(
            @Parameter(description = "Only images that the target or a pending plan of this application uses.", example = "sock-shop")
            @RequestParam(name = "application") Optional<String> application,
            PageRequest page) {
        OrganisationScope reach = OrganisationScope.current();
        return page.of(repository.all().stream().filter(index -> owners.sees(reach, index.name()))
                .filter(index -> application.isEmpty() || uses.of(index.name()).contains(application.get())).toList(),
                ImageIndex::name, index -> ImageViews.of(index, uses.of(index.name()), Optional.empty()));
    }

    /** Without a name only GET is possible. Without this method the mappings below would match with an empty image name. */
    @Hidden
    @RequestMapping(path = "/images", method = {RequestMethod.PUT, RequestMethod.DELETE})
    void onlyListed(HttpServletRequest request) throws HttpRequestMethodNotSupportedException {
        throw new HttpRequestMethodNotSupportedException(request.getMethod(), List.of("GET"));
    }

    @Hidden
    @RequestMapping(path = "/images", method = RequestMethod.OPTIONS)
    ResponseEntity<Void> options() {
        return ResponseEntity.ok().allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS).build();
    }

    @GetMapping("/images/{*name}")
    @ErrorResponses({"404 unknown-image", "500 damaged-image"})
    @Operation(operationId = "image", summary = "Show an image", description = "Shows the users of the image and, on request, the hosts "
            + "that have it.")
    ImageView one(
            @Parameter(description = NAME, example = "sock-shop/front-end") @PathVariable("name") String name,
            @Parameter(description = "Whether to query every host for the image.") @RequestParam(name = "hosts", defaultValue = "false")
            boolean hosts) {
        ImageIndex index = repository.index(plain(name));
        return ImageViews.of(index, uses.of(index.name()), hosts ? Optional.of(hostsOf(index)) : Optional.empty());
    }

    private List<String> hostsOf(ImageIndex index) {
        return List.copyOf(index.manifests().stream()
                .map(image -> image.layers().stream().map(layer -> layer.digest().toString()).collect(Collectors.toSet()))
                .flatMap(layers -> collector.holders(layers)).map(host -> host.id()).collect(Collectors.toCollection(TreeSet::new)));
    }

    @PutMapping("/images/{*name}")
    @ErrorResponses({"404 unknown-layer", "409 name-taken", "422 refused-image"})
    @Operation(operationId = "putImage", summary = "Create an image from stored layers",
            description = "Replaces an existing image of the same name and architecture. Answers 422 if a layer is missing.")
    ImageView put(
            @Parameter(description = NAME, example = "sock-shop/front-end") @PathVariable("name") String name,
                    @RequestBody ImageOrder body) {
        ImageManifest image = manifest(plain(name), body);
        owners.claim(image.name(), OrganisationScope.current());
        return ImageViews.of(repository.publish(image), uses.of(image.name()), Optional.empty());
    }

    private ImageManifest manifest(String name, ImageOrder body) {
        List<Layer> layers = body.layers().stream().map(this::layer).toList();
        try {
            return new ImageManifest(name, ImageKind.parse(body.kind().toString()), ImageWords.architecture(body.architecture()), layers,
                    body.start(), body.environment());
        } catch (IllegalArgumentException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "refused-image", "The image (" + name + ") cannot be: "
                    + e.getMessage() + ".",
                    "compare it with an existing image: caravan image show NAME.");
        }
    }

    private Layer layer(ImageOrder.Layer body) {
        ContentDigest digest = ImageWords.digest(body.digest());
        long size = repository.layers().find(digest).filter(file -> owners.sees(OrganisationScope.current(), digest))
                .map(file -> file.toFile().length()).orElseThrow(() -> Layers.unknown(digest));
        Optional<Layer.Unpacked> unpacked = body.unpackedDigest().map(sum ->
                new Layer.Unpacked(ImageWords.digest(sum), body.unpackedSize().orElse(0L)));
        return new Layer(digest, size, unpacked);
    }

    @DeleteMapping("/images/{*name}")
    @ErrorResponses({"404 unknown-image", "409 image-in-use"})
    @Operation(operationId = "deleteImage", summary = "Remove an image",
            description = "Answers 409 with code image-in-use if a target or a pending plan uses the image. Its layers are deleted when "
                    + "no image refers to them.")
    ImageView delete(@Parameter(description = NAME, example = "sock-shop/front-end") @PathVariable("name") String name) {
        ImageIndex index = repository.index(plain(name));
        List<String> users = uses.of(index.name());
        if (!users.isEmpty()) {
            throw ProblemException.conflict("image-in-use", "The image (" + index.name() + ") is used by " + users + ".",
                    "destroy the application first, or deploy it with another image.");
        }
        repository.remove(index.name());
        owners.release(index);
        return ImageViews.of(index, users, Optional.empty());
    }

    @GetMapping(path = "/image-archives/{*name}", produces = "application/x-tar")
    @ErrorResponses({"404 unknown-image", "409 not-a-container", "422 refused-image", "500 damaged-image"})
    @Operation(operationId = "imageArchive", summary = "Export an image as an OCI archive",
            description = "Returns one tar that docker load accepts. The same image gives the same bytes.")
    @ApiResponse(responseCode = "200", description = "Archive.",
            content = @Content(mediaType = "application/x-tar", schema = @Schema(type = "string", format = "binary")))
    ResponseEntity<StreamingResponseBody> archive(
            @Parameter(description = NAME, example = "sock-shop/front-end") @PathVariable("name") String name,
            @Parameter(description = "Processor architecture; optional if the image has only one.", example = "arm64")
                    @RequestParam("architecture") Optional<String> architecture) {
        ImageIndex index = repository.index(plain(name));
        ImageManifest image = architecture.isPresent()
                ? repository.manifest(index.name(), ImageWords.architecture(architecture.get())) : index.manifests().get(0);
        if (image.kind() != ImageKind.CONTAINER) {
            throw ProblemException.conflict("not-a-container", "The image (" + image.name() + ") is a " + image.kind() + ".",
                    "take its layer as it is.");
        }
        return ResponseEntity.ok().contentType(MediaType.parseMediaType("application/x-tar"))
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + image.name().replace('/', '-') + ".tar\"")
                .body(target -> export.write(image, image.name() + ":latest", target));
    }

    /** Removes the leading slash, which Spring keeps in the captured path. */
    private static String plain(String captured) {
        return captured.startsWith("/") ? captured.substring(1) : captured;
    }
}
