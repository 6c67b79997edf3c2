package org.caravan.client;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Total progress of image transfers to hosts, in bytes. */
public record ImagesUnderWay(long onHosts, long total, long hosts) {

    public static ImagesUnderWay ask(Api api) {
        JsonNode transfers = api.all(ApiPath.of("image-transfers"));
        return new ImagesUnderWay(transfers.valueStream().mapToLong(transfer -> transfer.path("onHost").asLong()).sum(),
                transfers.valueStream().mapToLong(transfer -> transfer.path("total").asLong()).sum(),
                transfers.valueStream().map(transfer -> transfer.path("hostId").asString()).distinct().count());
    }

    public boolean none() {
        return hosts == 0;
    }

    public int percent() {
        return total == 0 ? 0 : (int) (100 * onHosts / total);
    }

    public String text() {
        return String.format(Locale.ROOT, "images %d %% of %.1f MB to %d %s", percent(), total / 1e6, hosts, hosts == 1 ? "host" : "hosts");
    }
}
