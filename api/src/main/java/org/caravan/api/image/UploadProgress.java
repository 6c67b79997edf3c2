package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "UploadProgress", description = "Progress of an upload.")
public record UploadProgress(
        @Schema(description = "Id of the upload.", example = "9f86d081884c") String id,
        @Schema(description = "Bytes received: offset at which to continue.") long offset,
        @Schema(description = "Size of the whole file, in bytes.") long size) {}
