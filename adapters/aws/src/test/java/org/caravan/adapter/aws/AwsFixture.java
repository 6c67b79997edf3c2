package org.caravan.adapter.aws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.caravan.unit.Bytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The emulated EC2 of examples/clouds/ec2, and the access keys of its two accounts. */
final class AwsFixture extends EmulatedFixture {

    private static final String FULL_OFFER = "t3.2xlarge";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ControlPlane plane;
    private final JsonNode connection;
    private final Witness witness;

    AwsFixture(ControlPlane plane) {
        super("aws");
        this.plane = plane;
        try {
            connection = JsonMapper.builder().build().readTree(Files.readString(Path.of(plane.status("connection"))));
            accessKey("aws", key("caravan", "id"), key("caravan", "secret"));
            accessKey("aws-full", key("without-quota", "id"), key("without-quota", "secret"));
            accessKey("wrong", key("caravan", "id"), WRONG);
            witness = new Witness(plane.status("endpoint"), connection("region"), key("caravan", "id"), key("caravan", "secret"),
                    Path.of(connection("machines")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String connection(String name) {
        return connection.path(name).asString();
    }

    private String key(String name, String field) {
        return connection.path("keys").path(name).path(field).asString();
    }

    private void accessKey(String name, String id, String secret) throws IOException {
        keep(name, "[default]\naws_access_key_id = " + id + "\naws_secret_access_key = " + secret + "\n");
    }

    Witness witness() {
        return witness;
    }

    /** All is well again, but for the one offer without room. */
    void calm() {
        plane.run("fault", "--none", "--no-capacity", FULL_OFFER);
    }

    @Override
    public MachineCloud connect() {
        return connect(TIMEOUT);
    }

    /** @param timeout of one call with all its repetitions */
    MachineCloud connect(Duration timeout) {
        return new AwsCloud(new AwsSettings(credentials, PATIENCE, timeout, Bytes.ofMebi(8 * 1024), 0.92,
                EndpointGate.where(ControlPlane::isLoopback)));
    }

    private Region region(String endpoint, String credentials) {
        return new Region("aws", Optional.of(endpoint), connection("region"), Optional.of(connection("subnet")), credentials);
    }

    /** Another one of the same provider. */
    Region regionNamed(String name) {
        return new Region("aws", Optional.of(plane.status("endpoint")), name, Optional.empty(), "aws");
    }

    @Override
    public Region region() {
        return regionAt(plane.status("endpoint"));
    }

    @Override
    protected Region regionAt(String endpoint) {
        return region(endpoint, "aws");
    }

    /** Of another account, whose default network it is. */
    @Override
    public Region regionWithoutQuota() {
        return new Region("aws", Optional.of(plane.status("endpoint")), connection("region"), Optional.empty(), "aws-full");
    }

    @Override
    public Region regionWithWrongPassword() {
        return region(plane.status("endpoint"), "wrong");
    }

    @Override
    public MachineOrder order(String hostId) {
        return order(hostId, "t3.large"); // one that may have 12 addresses
    }

    MachineOrder order(String hostId, String offer) {
        return order(hostId, offer, connection("image"));
    }

    @Override
    public MachineOrder orderWithoutRoom(String hostId) {
        return order(hostId, FULL_OFFER);
    }

    @Override
    public String otherOffer() {
        return "t3.xlarge";
    }

    /** Beyond what EC2 gives by itself. */
    @Override
    public String freeAddress(IpFamily family, int number) {
        return family == IpFamily.IPV4 ? connection("ipv4").replaceAll("\\.0\\.0/.*", ".9." + number)
                : connection("ipv6").replaceAll("::/.*", "::c:" + number);
    }

    @Override
    protected String rentForeign() {
        return witness.startForeign(connection("image"), connection("subnet"));
    }

    @Override
    protected void endForeign(String id) {
        witness.end(id);
    }

    @Override
    public SortedSet<String> openings(MachineLabel label) {
        return witness.openings(label);
    }

    @Override
    public boolean withdraw(MachineLabel label) {
        return witness.withdraw(label);
    }

    @Override
    public List<String> remainsOf(MachineLabel label) {
        return witness.traces(label);
    }
}
