package org.caravan.client;

import java.util.List;
import java.util.Locale;
import org.caravan.api.image.ImageTransferView;

/** Total progress of image transfers to hosts, in bytes. */
public record ImageTransferProgress(long onHosts, long total, long hosts) {

    public static ImageTransferProgress ask(Api api) {
        List<ImageTransferView> transfers = api.list(ApiPath.of("image-transfers"), ImageTransferView.class).value();
        return new ImageTransferProgress(transfers.stream().mapToLong(ImageTransferView::onHost).sum(),
                transfers.stream().mapToLong(ImageTransferView::total).sum(),
                transfers.stream().map(ImageTransferView::hostId).distinct().count());
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
