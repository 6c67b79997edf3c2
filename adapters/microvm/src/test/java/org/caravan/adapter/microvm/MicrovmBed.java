package org.caravan.adapter.microvm;

import java.time.Duration;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.SharedTestBed;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed with the example's unikernel in its images. */
final class MicrovmBed implements BeforeAllCallback {

    private static SharedTestBed standing;

    @Override
    public void beforeAll(ExtensionContext context) {
        standing = SharedTestBed.of(context, MicrovmBed.class, () -> SharedTestBed.raise("cvm", "198.18.80", Unikernel::publish),
                Unikernel.whyNot());
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static MicrovmAdapter adapter() {
        return new MicrovmAdapter(bed().shell(), ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2)), standing.images());
    }
}
