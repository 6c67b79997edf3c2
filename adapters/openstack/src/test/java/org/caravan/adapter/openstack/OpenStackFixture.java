package org.caravan.adapter.openstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.caravan.adapter.EndpointGate;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.EmulatedFixture;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import tools.jackson.databind.JsonNode;

/** The real control plane of examples/clouds/openstack, and what its projects demo and full may. */
class OpenStackFixture extends EmulatedFixture {

    protected final ControlPlane plane;
    private final Witness witness;

    OpenStackFixture(ControlPlane plane) {
        this(plane, "openstack");
        try {
            for (String name : List.of("openstack", "openstack-full")) {
                Path theirs = Path.of(plane.status("credentials")).resolve(name);
                keep(name, Files.readString(theirs.resolve("openstack")));
                Files.copy(theirs.resolve("prices"), credentials.resolve(name).resolve("prices"));
            }
            keep("wrong", "user=demo\nproject=demo\npassword=" + WRONG + "\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For an adapter that has credentials of its own form. */
    protected OpenStackFixture(ControlPlane plane, String provider) {
        super(provider);
        this.plane = plane;
        this.witness = new Witness(plane.status("endpoint"), "demo", password(plane, "openstack"));
    }

    /** Of the credentials of this name that the control plane wrote for its users. */
    protected static String password(ControlPlane plane, String name) {
        try {
            return Files.readAllLines(Path.of(plane.status("credentials")).resolve(name).resolve("openstack")).stream()
                    .filter(line -> line.startsWith("password=")).findFirst().orElseThrow().substring("password=".length());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public MachineCloud connect() {
        return new OpenStackCloud(OpenStackSettings.of(credentials, EndpointGate.OPEN));
    }

    /** One that gives up early. */
    MachineCloud connect(Duration timeout) {
        return new OpenStackCloud(new OpenStackSettings(credentials, timeout));
    }

    protected Region region(String endpoint, String credentials) {
        return new Region("openstack", Optional.of(endpoint), plane.status("region"), Optional.of(plane.status("network")), credentials);
    }

    @Override
    public Region region() {
        return regionAt(plane.status("endpoint"));
    }

    @Override
    protected Region regionAt(String endpoint) {
        return region(endpoint, "openstack");
    }

    @Override
    public Region regionWithoutQuota() {
        return region(plane.status("endpoint"), "openstack-full");
    }

    @Override
    public Region regionWithWrongPassword() {
        return region(plane.status("endpoint"), "wrong");
    }

    @Override
    public MachineOrder order(String hostId) {
        return order(hostId, "m1.small", plane.status("image"));
    }

    @Override
    public MachineOrder orderWithoutRoom(String hostId) {
        return order(hostId, "m1.vast", plane.status("image"));
    }

    @Override
    public String otherOffer() {
        return "m1.medium";
    }

    /** Outside of what Neutron gives by itself. */
    @Override
    public String freeAddress(IpFamily family, int number) {
        return family == IpFamily.IPV4 ? plane.status("private").replaceAll("\\.0/.*", "." + (200 + number))
                : plane.status("private6").replaceAll("::/.*", "::c:" + number);
    }

    @Override
    protected String rentForeign() {
        String image = witness.get("compute", "/images").path("images").get(0).path("id").asString();
        String flavor = idOf(witness.get("compute", "/flavors").path("flavors"), "m1.tiny");
        return witness.post("compute", "/servers", """
                {"server": {"name": "foreign", "imageRef": "%s", "flavorRef": "%s", "networks": [{"uuid": "%s"}]}}
                """.formatted(image, flavor, networkId())).path("server").path("id").asString();
    }

    protected final String networkId() {
        return networkId(witness);
    }

    /** As the project of this witness knows it. */
    protected final String networkId(Witness its) {
        return idOf(its.get("network", "/v2.0/networks").path("networks"), plane.status("network"));
    }

    private static String idOf(JsonNode elements, String name) {
        for (JsonNode element : elements) {
            if (element.path("name").asString().equals(name)) {
                return element.path("id").asString();
            }
        }
        throw new AssertionError("no " + name + " in " + elements);
    }

    @Override
    protected void endForeign(String id) {
        witness.delete("compute", "/servers/" + id);
    }

    /** One of these words is in the description of everything that belongs to the machine. */
    @Override
    public List<String> remainsOf(MachineLabel label) {
        return remains(List.of(label.infrastructure() + "/" + label.hostId() + "\"", label.infrastructure() + "-" + label.hostId() + "\""));
    }

    protected final List<String> remains(List<String> words) {
        List<String> remains = new ArrayList<>(witness.traces(words));
        remains.addAll(Witness.containers(Path.of(plane.status("ground")), words));
        return remains;
    }

    @Override
    public SortedSet<String> openings(MachineLabel label) {
        return witness.openings("caravan:" + label);
    }

    @Override
    public boolean withdraw(MachineLabel label) {
        return witness.withdraw("caravan:" + label);
    }
}
