package org.caravan.adapter.docker;

import java.time.Duration;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.DockerEngine;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.SharedTestBed;
import org.caravan.adapter.testkit.TinyImage;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test bed with a Docker engine on a node, started by hand in the node's namespaces. */
final class DockerBed implements BeforeAllCallback {

    private static SharedTestBed standing;

    @Override
    public void beforeAll(ExtensionContext context) {
        standing = SharedTestBed.of(context, DockerBed.class, () -> SharedTestBed.raise("cvw", "198.18.81", TinyImage::publish)
                .with(bed -> DockerEngine.start(bed, bed.east("docker"))), TinyImage.whyNot(), DockerEngine.whyNot());
    }

    static EmulatedBed bed() {
        return standing.bed();
    }

    static DockerAdapter adapter() {
        return new DockerAdapter(bed().shell(), ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2)), standing.images());
    }
}
