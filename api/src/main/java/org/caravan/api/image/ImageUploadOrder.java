package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Announcement of an upload, with all properties that identify it. */
@Schema(name = "ImageUpload", description = "A file to upload as an image or a layer.")
public record ImageUploadOrder(
        @Schema(description = "oci (an OCI archive or the output of docker save), rootfs (a tar of a file tree), unikernel (a kernel), "
                + "layer or kernel (a layer of a container or of a unikernel, as stored in a repository).", example = "oci") String format,
        @Schema(description = "Size of the file, in bytes.", minimum = "1") long size,
        @Schema(description = "SHA-256 of the file.",
                example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
        @Schema(description = "Name of the image; optional for oci, absent for layer and kernel.", example = "shop/web")
        Optional<String> name,
        @Schema(description = "Processor architecture; optional if the file contains it. With base: one of the base (default: all).",
                example = "arm64") Optional<String> architecture,
        @Schema(description = "Start command that replaces that of the file; can be empty.") List<String> start,
        @Schema(description = "Environment variables that take precedence over those of the file; can be empty.")
                Map<String, String> environment,
        @Schema(description = "Image whose layers, start command and variables the new image takes over, only for rootfs: the file is "
                + "its topmost layer.", example = "caravan/services/web") Optional<String> base) {

    public ImageUploadOrder(String format, long size, String digest, Optional<String> name, Optional<String> architecture,
            List<String> start, Map<String, String> environment) {
        this(format, size, digest, name, architecture, start, environment, Optional.empty());
    }
}
