package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "FreezeRequest", description = "Why the application is frozen.")
public record FreezeOrder(@Schema(description = "Reason, shown with each decision not to act: at most 200 characters on one line; absent "
        + "for none.", example = "fair") Optional<String> reason) {}
