package org.caravan.server.image;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.file.Path;
import org.caravan.api.image.KeptLayer;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageRepository;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/image-layers/{digest}")
@Tag(name = "images")
class Layers {

    private static final String DIGEST = "SHA-256 of the layer's file.";

    private final ImageRepository repository;
    private final ImageOwners owners;

    Layers(ImageRepository repository, ImageOwners owners) {
        this.repository = repository;
        this.owners = owners;
    }

    @GetMapping
    @ErrorResponses({"404 unknown-layer", "422 refused-image"})
    @Operation(operationId = "layer", summary = "Check whether a layer exists",
            description = "Answers 404 with code unknown-layer if the layer does not exist. Otherwise protects it from collection for "
                    + "some time.")
    KeptLayer layer(@Parameter(description = DIGEST,
            example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") @PathVariable("digest") String digest) {
        ContentDigest wanted = ImageWords.digest(digest);
        Path file = required(wanted);
        repository.layers().claim(wanted);
        return new KeptLayer(digest, file.toFile().length());
    }

    @GetMapping("/content")
    @ErrorResponses({"404 unknown-layer", "422 refused-image"})
    @Operation(operationId = "layerContent", summary = "Download a layer", description = "Returns the stored file; supports the header "
            + "Range.")
    ResponseEntity<Resource> content(@Parameter(description = DIGEST,
            example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") @PathVariable("digest") String digest) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_OCTET_STREAM)
                .body(new FileSystemResource(required(ImageWords.digest(digest))));
    }

    private Path required(ContentDigest digest) {
        return repository.layers().find(digest).filter(file -> owners.sees(OrganisationScope.current(), digest))
                .orElseThrow(() -> unknown(digest));
    }

    static ProblemException unknown(ContentDigest digest) {
        return ProblemException.notFound("unknown-layer", "The repository has no layer (" + digest + ").", "upload it first.");
    }
}
