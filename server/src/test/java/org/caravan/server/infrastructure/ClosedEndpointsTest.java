package org.caravan.server.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.EndpointGate;
import org.caravan.adapter.openstack.OpenStackCloud;
import org.caravan.adapter.openstack.OpenStackSettings;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.aws.AwsCloud;
import org.caravan.adapter.aws.AwsSettings;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.ExampleProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An infrastructure that names what is not asked is refused as a whole. */
class ClosedEndpointsTest {

    @TempDir
    Path folder;

    private RejectedInput refused(String from, String to) {
        EndpointGate none = EndpointGate.where(endpoint -> false);
        String text = ExampleProblem.text("rented-sites.caravan").replace(from, to);
        Infrastructure infrastructure = CaravanLanguage.parse(Map.of("a.caravan", text)).infrastructures().get(0);
        RealAdapters adapters = new RealAdapters(List.of(),
                List.of(new OpenStackCloud(OpenStackSettings.of(folder, none)), new AwsCloud(AwsSettings.of(folder, none))),
                null, Preparation.NONE, none);
        return catchThrowableOfType(RejectedInput.class, () -> adapters.check(infrastructure));
    }

    @Test
    void itsErrorSaysWhichAndWhose() {
        List<Diagnostic> found = refused("", "").diagnostics();
        assertThat(found).extracting(Diagnostic::code).contains("endpoint-closed");
        assertThat(found.get(0).message()).contains("https://keystone.example.org:5000/v3", "provider (openstack)");
    }
}
