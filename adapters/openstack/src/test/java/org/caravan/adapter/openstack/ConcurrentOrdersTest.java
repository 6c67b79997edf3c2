package org.caravan.adapter.openstack;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one order of a machine leaves of another server's order of it, whose POST of the server is not answered yet. */
class ConcurrentOrdersTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String YOUNG = "2026-03-01T11:58:00Z";
    private static final String OLD = "2026-03-01T11:40:00Z";
    private static final MachineLabel LABEL = new MachineLabel("shop", "vm-1");
    private static final String IN_USE = "{'NeutronError': {'type': 'SecurityGroupInUse', 'message': 'Security Group group in use.'}}";
    private static final MachineOrder ORDER = new MachineOrder(LABEL, "m1.small", "debian", "ssh-ed25519 AAAA", "");

    @RegisterExtension
    static final WireMockExtension CLOUD = WireMockExtension.newInstance()
            .options(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1")).build();

    @TempDir
    private Path credentials;

    private OpenStackCloud cloud;
    private Region region;

    /** A project with a flavor, an image, a network, and the machine's group with a port that another server has opened. */
    @BeforeEach
    void connect() throws IOException {
        cloud = new OpenStackCloud(FaultPathsTest.settings(credentials), Clock.fixed(NOW, ZoneOffset.UTC));
        region = FaultPathsTest.region(CLOUD.baseUrl());
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(FaultPathsTest.token(CLOUD.baseUrl())));
        answer("/flavors/detail", "{'flavors': [{'id': '1', 'name': 'm1.small', 'vcpus': 1, 'ram': 512, 'disk': 1, 'links': []}]}");
        answer("/images/detail", "{'images': [{'id': 'i', 'name': 'debian', 'created': '2026-01-01T00:00:00Z',"
                + " 'updated': '2026-01-01T00:00:00Z', 'metadata': {}, 'links': []}]}");
        answer("/extensions", "{'extensions': [{'alias': 'os-keypairs', 'name': 'Keypairs', 'updated': '2011-08-08T00:00:00Z',"
                + " 'namespace': 'http://docs.openstack.org/compute/ext/keypairs/api/v1.1', 'description': '', 'links': []}]}");
        answer("/os-keypairs/caravan-shop-vm-1", "{'keypair': {'name': 'caravan-shop-vm-1', 'public_key': 'ssh-ed25519 AAAA'}}");
        answer("/v2.0/networks", "{'networks': [{'id': 'net', 'name': 'private', 'router:external': false}]}");
        answer("/v2.0/floatingips", "{'floatingips': []}");
        String rule = "{'id': 'rule-8080', 'direction': 'ingress', 'ethertype': 'IPv4', 'protocol': 'tcp', 'port_range_min': 8080,"
                + " 'port_range_max': 8080, 'remote_ip_prefix': null, 'remote_group_id': null}";
        answer("/v2.0/security-groups", "{'security_groups': [{'id': 'group', 'description': 'caravan:shop/vm-1',"
                + " 'security_group_rules': [" + rule + "]}]}");
        answer("/v2.0/security-group-rules", "{'security_group_rules': [" + rule + "]}");
        CLOUD.stubFor(post(urlPathEqualTo("/v2.0/security-group-rules")).willReturn(json(201, "{}")));
        CLOUD.stubFor(post(urlPathEqualTo("/v2.0/ports")).willReturn(json(201, "{'port': " + port("own", "", YOUNG) + "}")));
        CLOUD.stubFor(put(urlPathEqualTo("/v2.0/ports/own")).willReturn(json(200, "{'port': " + port("own", "", YOUNG) + "}")));
        CLOUD.stubFor(delete(anyUrl()).willReturn(json(204, "")));
        ports();
        answer("/servers/detail", "{'servers': []}");
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    private static ResponseDefinitionBuilder json(int status, String body) {
        return FaultPathsTest.json(status, body.replace('\'', '"'));
    }

    private static void answer(String path, String body) {
        CLOUD.stubFor(get(urlPathEqualTo(path)).willReturn(json(200, body)));
    }

    private static String port(String id, String serverId, String created) {
        return ("{'id': '%s', 'device_id': '%s', 'network_id': 'net', 'name': 'caravan 10.7.0.5', 'description': 'caravan:shop/vm-1',"
                + " 'fixed_ips': [{'ip_address': '10.7.0.5', 'subnet_id': 'four'}], 'created_at': '%s'}")
                .formatted(id, serverId, created);
    }

    private static void ports(String... ports) {
        answer("/v2.0/ports", "{'ports': [" + String.join(", ", ports) + "]}");
    }

    private static String server(String status, String portId) {
        return ("{'servers': [{'id': 'theirs', 'name': 'shop-vm-1', 'status': '%s', 'tenant_id': 'p', 'user_id': 'u', 'hostId': 'h',"
                + " 'created': '2026-03-01T11:59:00Z', 'updated': '2026-03-01T11:59:00Z', 'flavor': {'id': '1', 'links': []},"
                + " 'image': {'id': 'i', 'links': []}, 'OS-EXT-STS:task_state': null, 'OS-EXT-STS:vm_state': 'active',"
                + " 'OS-EXT-STS:power_state': 1, 'addresses': {}, 'links': [], 'accessIPv4': '', 'accessIPv6': '',"
                + " 'metadata': {'caravan-infrastructure': 'shop',"
                + " 'caravan-host': 'vm-1', 'caravan-port': '%s'}}]}").formatted(status, portId);
    }

    private static void order(int status) {
        CLOUD.stubFor(post(urlPathEqualTo("/servers"))
                .willReturn(json(status, "{'fault': {'message': 'Quota exceeded for instances', 'code': " + status + "}}")));
    }

    private AdapterFault fault() {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> cloud.ensure(region, ORDER));
        assertThat(fault).isNotNull();
        return fault;
    }

    private static List<String> deleted() {
        return CLOUD.findAll(deleteRequestedFor(anyUrl())).stream().map(request -> request.getUrl()).distinct().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {YOUNG, "", "yesterday", "2026-03-01T13:00:00Z"})
    void aRefusedOrderLeavesThePortGroupAndKeyOfAnotherOne(String created) {
        ports(port("theirs", "", created));
        order(413);
        assertThat(fault().kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(deleted()).containsExactly("/v2.0/ports/own");
    }

    @Test
    void aRefusedOrderRemovesEverythingIfThereIsNoOther() {
        ports(port("failed", "", OLD));
        order(413);
        assertThat(fault().kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(deleted()).containsExactly("/os-keypairs/caravan-shop-vm-1", "/v2.0/ports/failed", "/v2.0/ports/own",
                "/v2.0/security-groups/group");
    }

    /** Another server makes its port after this one has looked at the ports. */
    @Test
    void aRefusedOrderLeavesTheGroupThatAnotherOrderUsesMeanwhile() {
        order(413);
        CLOUD.stubFor(delete(urlPathEqualTo("/v2.0/security-groups/group")).willReturn(json(409, IN_USE)));
        AdapterFault fault = fault();
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(fault.getSuppressed()).isEmpty();
        assertThat(deleted()).containsExactly("/v2.0/ports/own", "/v2.0/security-groups/group");
    }

    /** Nova answers that the server is gone, and deletes its port a little later. */
    @Test
    void aReleaseWaitsForPortsThatUseItsGroup() {
        CLOUD.stubFor(delete(urlPathEqualTo("/v2.0/security-groups/group")).inScenario("used").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(409, IN_USE)).willSetStateTo("free"));
        CLOUD.stubFor(delete(urlPathEqualTo("/v2.0/security-groups/group")).inScenario("used").whenScenarioStateIs("free")
                .willReturn(json(204, "")));
        cloud.destroy(region, LABEL);
        CLOUD.verify(2, deleteRequestedFor(urlPathEqualTo("/v2.0/security-groups/group")));
        assertThat(deleted()).contains("/os-keypairs/caravan-shop-vm-1");
    }

    /** Another server begins an order after this one has looked at the ports; Nova also keeps a port of the released machine. */
    @Test
    void aReleaseLeavesThePortOfAnotherOrderThatBeginsMeanwhile() {
        CLOUD.stubFor(get(urlPathEqualTo("/v2.0/ports")).inScenario("order").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(200, "{'ports': [" + port("its", "gone", YOUNG) + "]}")));
        CLOUD.stubFor(delete(urlPathEqualTo("/v2.0/security-groups/group")).inScenario("order").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(409, IN_USE)).willSetStateTo("ordered"));
        CLOUD.stubFor(get(urlPathEqualTo("/v2.0/ports")).inScenario("order").whenScenarioStateIs("ordered").willReturn(json(200,
                "{'ports': [" + port("its", "gone", YOUNG) + ", " + port("failed", "", OLD) + ", " + port("theirs", "", YOUNG) + "]}")));
        cloud.destroy(region, LABEL);
        assertThat(deleted()).containsExactly("/v2.0/ports/failed", "/v2.0/ports/its", "/v2.0/security-groups/group");
        CLOUD.verify(2, deleteRequestedFor(urlPathEqualTo("/v2.0/ports/its")));
    }

    @Test
    void aRefusedOrderReturnsTheMachineThatAnotherServerOrdered() {
        ports(port("theirs", "", YOUNG));
        CLOUD.stubFor(post(urlPathEqualTo("/servers")).inScenario("both").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(413, "{'overLimit': {'message': 'Quota exceeded'}}")).willSetStateTo("theirs"));
        CLOUD.stubFor(get(urlPathEqualTo("/servers/detail")).inScenario("both").whenScenarioStateIs("theirs")
                .willReturn(json(200, server("BUILD", "theirs"))));
        assertThat(cloud.ensure(region, ORDER).id()).isEqualTo("theirs");
        assertThat(deleted()).containsExactly("/v2.0/ports/own");
    }

    @Test
    void aRunningMachineLosesOldUnusedPortsOnly() {
        answer("/servers/detail", server("ACTIVE", "its"));
        ports(port("its", "theirs", OLD), port("ordered", "", YOUNG), port("undated", "", ""), port("failed", "", OLD));
        assertThat(cloud.ensure(region, ORDER).addresses()).containsExactly("10.7.0.5");
        assertThat(deleted()).containsExactly("/v2.0/ports/failed");
    }

    @Test
    void anOrderedServerKeepsItsPortBeforeItIsAttached() {
        answer("/servers/detail", server("ACTIVE", "its"));
        ports(port("its", "", OLD), port("ordered", "", YOUNG));
        assertThat(cloud.ensure(region, ORDER).addresses()).containsExactly("10.7.0.5");
        assertThat(deleted()).isEmpty();
    }

    @Test
    void aMachineThatDidNotBootIsReleasedWithoutThePortOfAnotherOrder() {
        answer("/servers/detail", server("ERROR", "its"));
        ports(port("its", "", OLD), port("ordered", "", YOUNG));
        CLOUD.stubFor(get(urlPathEqualTo("/servers/theirs")).inScenario("broken").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(200, "{'server': {'id': 'theirs', 'fault': {'message': 'No valid host'},"
                        + " 'OS-SRV-USG:launched_at': null}}")).willSetStateTo("released"));
        CLOUD.stubFor(get(urlPathEqualTo("/servers/theirs")).inScenario("broken").whenScenarioStateIs("released")
                .willReturn(json(404, "{}")));
        assertThat(fault().kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(deleted()).containsExactly("/servers/theirs", "/v2.0/ports/its");
    }

    /** Another server has admitted port 8080 to its machine; this order adds what is missing, and removes no rule. */
    @Test
    void aLateOrderClosesNoAdmittedPort() {
        order(500);
        assertThat(fault().retriable()).isTrue();
        assertThat(deleted()).isEmpty();
        CLOUD.verify(1, postRequestedFor(urlPathEqualTo("/v2.0/security-group-rules"))
                .withRequestBody(containing("\"port_range_min\":22")).withRequestBody(containing("\"icmp\"")));
        CLOUD.verify(1, postRequestedFor(urlPathEqualTo("/servers")).withRequestBody(containing("\"caravan-port\":\"own\"")));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 429})
    void anOrderThatNovaDidNotAcceptLeavesNoPort(int status) {
        CLOUD.stubFor(post(urlPathEqualTo("/servers")).willReturn(json(status, "{'fault': {'message': 'no'}}")));
        assertThat(fault().retriable()).isTrue();
        assertThat(deleted()).containsExactly("/v2.0/ports/own");
    }

    @Test
    void aPortThatCannotBeNamedIsDeleted() {
        CLOUD.stubFor(any(urlPathMatching("/v2.0/ports/own")).willReturn(json(503, "")));
        CLOUD.stubFor(delete(urlPathEqualTo("/v2.0/ports/own")).willReturn(json(204, "")));
        assertThat(fault().kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(deleted()).containsExactly("/v2.0/ports/own");
        CLOUD.verify(0, postRequestedFor(urlPathEqualTo("/servers")));
    }
}
