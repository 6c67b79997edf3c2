package org.caravan.server.image;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.api.image.MadeImage;
import org.caravan.api.image.UploadProgress;
import org.caravan.api.image.UploadResult;
import org.caravan.image.archive.Imported;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.share.Holder;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/image-uploads")
@Tag(name = "images")
class UploadController {

    private static final String ID = "Id of the upload.";

    private final Uploads uploads;

    UploadController(Uploads uploads) {
        this.uploads = uploads;
    }

    @PostMapping
    @ErrorResponses({"404 unknown-image", "413 image-too-large", "422 image-empty", "422 refused-image", "429 too-many-uploads"})
    @LocationHeader("/api/v1/image-uploads/{id}")
    @Operation(operationId = "beginUpload", summary = "Start an upload",
            description = "Announces a file. If an upload of the same file was interrupted, it continues: the answer contains the "
                    + "offset.")
    UploadProgress begin(@RequestBody ImageUploadOrder upload) throws IOException {
        return progress(uploads.begin(upload, Holder.current()));
    }

    @GetMapping("/{id}")
    @ErrorResponses("404 unknown-upload")
    @Operation(operationId = "upload", summary = "Show the progress of an upload", description = "Answers 404 with code unknown-upload "
            + "after the upload is complete.")
    UploadProgress show(@Parameter(description = ID, example = "9f86d081884c") @PathVariable("id") String id) throws IOException {
        return progress(id);
    }

    @PatchMapping(path = "/{id}", consumes = "application/octet-stream")
    @ErrorResponses({"404 unknown-upload", "409 other-offset", "409 beyond-size"})
    @Operation(operationId = "continueUpload", summary = "Send a chunk",
            description = "Sends at most 16 MiB. Answers 409 with code other-offset if the chunk does not start at the end of the "
                    + "received bytes.",
            requestBody = @io.swagger.v3.oas.annotations.parameters.RequestBody(description = "Chunk.",
                    content = @Content(mediaType = "application/octet-stream", schema = @Schema(type = "string", format = "binary"))))
    UploadProgress append(
            @Parameter(description = ID, example = "9f86d081884c") @PathVariable("id") String id,
            @Parameter(description = "Offset of the chunk in the file, in bytes.") @RequestHeader("Upload-Offset") long offset,
            @Parameter(hidden = true) HttpServletRequest request) throws IOException {
        uploads.append(id, offset, request.getInputStream(), OrganisationScope.current());
        return progress(id);
    }

    @PostMapping("/{id}/completion")
    @ErrorResponses({"404 unknown-upload", "409 incomplete-upload", "409 name-taken", "422 refused-image"})
    @Operation(operationId = "completeUpload", summary = "Create an image from a complete upload",
            description = "Answers 422 with code refused-image if the content differs from the announcement; the file must then be sent "
                    + "again.")
    UploadResult complete(@Parameter(description = ID, example = "9f86d081884c") @PathVariable("id") String id) throws IOException {
        Imported imported = uploads.complete(id, OrganisationScope.current());
        return new UploadResult(imported.images().stream().map(image -> new MadeImage(image.name(), image.architecture().toString(),
                image.digest().toString(), image.size().value())).toList(), imported.notes());
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses("404 unknown-upload")
    @Operation(operationId = "deleteUpload", summary = "Cancel an upload", description = "Deletes the received bytes.")
    void forget(@Parameter(description = ID, example = "9f86d081884c") @PathVariable("id") String id) throws IOException {
        uploads.announced(id, OrganisationScope.current());
        uploads.forget(id);
    }

    private UploadProgress progress(String id) throws IOException {
        OrganisationScope reach = OrganisationScope.current();
        return new UploadProgress(id, uploads.offset(id, reach), uploads.announced(id, reach).size());
    }
}
