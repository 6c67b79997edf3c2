package org.caravan.adapter.openstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.adapter.jclouds.JcloudsCloud;
import org.caravan.adapter.jclouds.JcloudsSettings;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;

/** The same control plane by jclouds' own provider of it. What it makes is called otherwise. */
final class JcloudsGround extends OpenStackGround {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    JcloudsGround(ControlPlane plane) {
        super(plane);
        try {
            for (String name : List.of("openstack", "openstack-full", "wrong")) {
                List<String> lines = Files.readAllLines(credentials.resolve(name).resolve("openstack"));
                keep(credentials.resolve(name).resolve("jclouds"), """
                        provider=openstack-nova
                        identity=Default:%1$s
                        credential=%2$s
                        jclouds.keystone.version=3
                        jclouds.keystone.scope=project:%1$s
                        jclouds.keystone.project-domain-name=Default
                        """.formatted(value(lines, "user"), value(lines, "password")));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String value(List<String> lines, String key) {
        return lines.stream().filter(line -> line.startsWith(key + "=")).findFirst().orElseThrow().substring(key.length() + 1);
    }

    @Override
    public MachineCloud connect() {
        return new JcloudsCloud(new JcloudsSettings(credentials, TIMEOUT));
    }

    @Override
    Region region(String endpoint, String credentials) {
        return new Region("jclouds", Optional.of(endpoint), super.region(endpoint, credentials).name(), Optional.of(networkId()), credentials);
    }

    @Override
    public List<String> remainsOf(MachineLabel label) {
        String group = "caravan-" + label.infrastructure() + "-" + label.hostId().toLowerCase(Locale.ROOT);
        return remainsOf(List.of("\"" + group + "-", "\"jclouds-" + group + "\"", "\"caravan-host\":\"" + label.hostId() + "\""));
    }
}
