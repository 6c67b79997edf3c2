package org.caravan.adapter.openstack;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.EndpointGate;
import org.caravan.adapter.jclouds.JcloudsCloud;
import org.caravan.adapter.jclouds.JcloudsSettings;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;

/** The same control plane for who knows of it no more than the name of jclouds' provider. */
final class GenericFixture extends OpenStackFixture {

    /** jclouds waits as long for a machine that broke at once; those that do not are there in some seconds. */
    private static final int BROKEN_AFTER_MILLIS = 40_000;

    private final String fullNetwork;

    GenericFixture(ControlPlane plane) {
        super(plane, "jclouds");
        try {
            for (String name : List.of("openstack", "openstack-full")) {
                keep(name, account(name.equals("openstack") ? "demo" : "full", password(plane, name)));
            }
            keep("wrong", account("demo", WRONG));
            fullNetwork = networkId(new Witness(plane.status("endpoint"), "full", password(plane, "openstack-full")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As jclouds wants it of Keystone's third version. */
    private static String account(String project, String password) {
        return String.join("\n", "provider=openstack-nova", "identity=default:" + project, "credential=" + password,
                "jclouds.keystone.version=3", "jclouds.keystone.scope=project:" + project, "jclouds.keystone.project-domain-id=default",
                "jclouds.compute.timeout.node-running=" + BROKEN_AFTER_MILLIS, "");
    }

    @Override
    public MachineCloud connect() {
        return new JcloudsCloud(JcloudsSettings.of(credentials, EndpointGate.OPEN));
    }

    @Override
    protected Region region(String endpoint, String credentials) {
        return new Region("jclouds", Optional.of(endpoint), plane.status("region"),
                Optional.of(credentials.equals("openstack-full") ? fullNetwork : networkId()), credentials);
    }

    /** jclouds writes names of its own. */
    @Override
    public List<String> remainsOf(MachineLabel label) {
        return remains(List.of("caravan-" + label.infrastructure() + "-" + label.hostId()));
    }
}
