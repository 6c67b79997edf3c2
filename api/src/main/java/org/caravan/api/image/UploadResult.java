package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "UploadResult", description = "Result of an upload.")
public record UploadResult(
        @Schema(description = "Images created from the upload; empty for a layer.") List<MadeImage> images,
        @Schema(description = "Parts of the file that were not converted, human-readable.") List<String> notes) {}
