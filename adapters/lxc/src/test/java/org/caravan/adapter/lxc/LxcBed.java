package org.caravan.adapter.lxc;

import java.time.Duration;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.SharedTestBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed with tiny images. */
final class LxcBed implements BeforeAllCallback {

    static final ScriptSettings SETTINGS = ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2));

    private static SharedTestBed standing;

    @Override
    public void beforeAll(ExtensionContext context) {
        standing = SharedTestBed.of(context, LxcBed.class, () -> SharedTestBed.raise("adt", "198.18.254", TinyImage::publish),
                TinyImage.whyNot());
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static Host east() {
        return bed().east("lxc");
    }

    static Host west() {
        return bed().west("lxc");
    }

    static LxcAdapter adapter() {
        return new LxcAdapter(bed().shell(), SETTINGS, standing.images());
    }
}
