package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "NewToken", description = "A token that was just created.")
public record NewToken(
        @Schema(description = "Stored properties of the token.") TokenView made,
        @Schema(description = "Text of the token. It is returned only once; the server stores only a digest.") String token) {
    @Override
    public String toString() {
        return "NewToken[" + made + ", (secret)]";
    }
}
