package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.jclouds.JcloudsCloud;
import org.caravan.adapter.jclouds.JcloudsSettings;
import org.caravan.adapter.testkit.HostileEndpoint;
import org.caravan.adapter.testkit.HostileEndpoint.Reply;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.checked.CheckedCloud;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Services of OpenStack that are broken or hostile, for both adapters that ask them. Keystone logs in; each other service answers with the
 * hostile reply.
 */
class HostileControlPlaneTest {

    private static final String JSON = "application/json";
    private static final Duration HURRIED = Duration.ofSeconds(2);
    private static final Duration CALM = Duration.ofSeconds(30);
    private static final String SECRET = "hunter2-of-the-test";
    private static final String TOKEN = "token-of-the-test";

    @TempDir
    private Path credentials;

    private HostileEndpoint endpoint;
    private final AtomicReference<Reply> reply = new AtomicReference<>();
    private final AtomicReference<Reply> login = new AtomicReference<>();

    @BeforeEach
    void serve() throws IOException {
        keep("openstack", "user=demo\nproject=demo\npassword=" + SECRET + "\n");
        keep("jclouds", "provider=openstack-nova\nidentity=Default:demo\ncredential=" + SECRET
                + "\njclouds.keystone.version=3\njclouds.keystone.scope=project:demo\njclouds.keystone.project-domain-name=Default\n");
        endpoint = new HostileEndpoint(line -> line.startsWith("POST /v3/auth/tokens") ? login.get() : reply.get());
        login.set(token(TOKEN, endpoint.url()));
    }

    private void keep(String provider, String text) throws IOException {
        Path file = Files.createDirectories(credentials.resolve("ours")).resolve(provider);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    @AfterEach
    void end() {
        endpoint.close();
    }

    private static Reply token(String token, String url) {
        String service =
                "{\"type\": \"%s\", \"id\": \"%s\", \"name\": \"%s\", \"endpoints\": [{\"interface\": \"public\", \"region_id\": "
                + "\"RegionOne\","
                + " \"region\": \"RegionOne\", \"id\": \"e\", \"url\": \"" + url + "\"}]}";
        return HostileEndpoint.of(201, JSON, """
                {"token": {"methods": ["password"], "expires_at": "2099-01-01T00:00:00.000000Z", "issued_at": "2026-01-01T00:00:00.000000Z",
                 "project": {"id": "p", "name": "demo", "domain": {"id": "default", "name": "Default"}},
                 "user": {"id": "u", "name": "demo", "domain": {"id": "default", "name": "Default"}}, "roles": [], "catalog": [%s, %s]}}
                """.formatted(service.formatted("compute", "c", "nova"), service.formatted("network", "n", "neutron")),
                        "X-Subject-Token: " + token);
    }

    private MachineCloud connect(String provider, Duration timeout) {
        return new CheckedCloud(provider.equals("openstack") ? new OpenStackCloud(new OpenStackSettings(credentials, timeout))
                : new JcloudsCloud(new JcloudsSettings(credentials, timeout)));
    }

    private Region region(String provider) {
        return new Region(provider, Optional.of(endpoint.url() + "/v3"), "RegionOne", Optional.empty(), "ours");
    }

    /** Asks through jclouds (offers) and, for the adapter of OpenStack, through our own client (limits, which asks Nova and Neutron). */
    private List<AdapterFault> faultsOf(String provider, Reply hostile, Duration timeout) {
        reply.set(hostile);
        try (MachineCloud cloud = connect(provider, timeout)) {
            AdapterFault offers = faultOf(timeout, () -> cloud.offers(region(provider)));
            return provider.equals("jclouds") ? List.of(offers) : List.of(offers, faultOf(timeout, () -> cloud.limits(region(provider))));
        }
    }

    private static AdapterFault faultOf(Duration timeout, ThrowingCallable call) {
        long start = System.nanoTime();
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, call);
        assertThat(fault).isNotNull();
        assertThat(fault.getMessage()).contains("\nMaybe ").doesNotContain(SECRET, TOKEN, "\u001b", "\u202e", "\u009b");
        assertThat(fault.getMessage().length()).isLessThan(5_000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout.multipliedBy(3));
        return fault;
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void anEndlessAnswerEndsAtItsSizeLimit(String provider) {
        assertThat(faultsOf(provider, HostileEndpoint.endless(JSON, "{\"flavors\": [", "{},"), CALM))
                .allSatisfy(fault -> assertThat(fault.getMessage()).contains("more than 16 MiB"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void aSlowAnswerEndsWithItsTime(String provider) {
        for (Reply slow : List.of(HostileEndpoint.slowBody(JSON, "{\"flavors\": [" + " ".repeat(10_000) + "]}"),
                HostileEndpoint.slowHead())) {
            assertThat(faultsOf(provider, slow, HURRIED))
                    .allSatisfy(fault -> assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void deepNestingOverflowsNoStack(String provider) {
        faultsOf(provider, HostileEndpoint.of(200, JSON, "{\"flavors\": " + "[".repeat(1_000_000)), CALM);
        faultsOf(provider, HostileEndpoint.of(200, JSON, "{\"flavors\": [{\"x\": " + "{\"a\":".repeat(1_000_000)), CALM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void whatIsNotTheFormatFailsItsCall(String provider) {
        for (Reply broken : List.of(
                HostileEndpoint.of(200, "text/html", "<html><body>Log in</body></html>"),
                HostileEndpoint.of(200, JSON, "{\"flavors\": 7, \"limits\": "),
                HostileEndpoint.of(200, "application/xml",
                        "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><flavors>&e;</flavors>"),
                HostileEndpoint.cutOff(JSON, "{\"flavors\": ["), HostileEndpoint.noise())) {
            faultsOf(provider, broken, CALM);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void aRedirectIsNotFollowed(String provider) {
        try (HostileEndpoint elsewhere = new HostileEndpoint(line -> HostileEndpoint.of(200, JSON, "{\"flavors\": []}"))) {
            for (int status : new int[] {301, 302, 307, 308}) {
                faultsOf(provider, HostileEndpoint.of(status, JSON, "", "Location: " + elsewhere.url() + "/flavors/detail"), CALM);
            }
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void namesWithControlCharactersFailTheirCall(String provider) {
        for (String bad : List.of("\\u001b[2J", "\\u0000", "\\u009b2J", "\\u202e", "\\n")) {
            AdapterFault fault = offersWith(provider, "{\"id\": \"1\", \"name\": \"m1" + bad
                    + "small\", \"vcpus\": 1, \"ram\": 512, \"disk\": 1, \"links\": []}", "");
            assertThat(fault.getMessage()).contains("U+").contains("name of an offer");
        }
    }

    /** Offers are these; all other lists are empty. */
    private AdapterFault offersWith(String provider, String flavor, String further) {
        reply.set(HostileEndpoint.of(200, JSON, "{\"flavors\": [" + flavor + "]" + further
                + ", \"images\": [], \"servers\": [], \"extensions\": []}"));
        try (MachineCloud cloud = connect(provider, CALM)) {
            return faultOf(CALM, () -> cloud.offers(region(provider)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack", "jclouds"})
    void pagesWithoutAnEndEndAtALimit(String provider) {
        AdapterFault fault = offersWith(provider, "", ", \"flavors_links\": [{\"rel\": \"next\", \"href\": \"" + endpoint.url()
                + "/flavors/detail?marker=1\"}]");
        assertThat(fault.getMessage()).containsAnyOf("more than 1000 pages", "more than 2000 answers");
    }

    @Test
    void pagesOfNeutronWithoutAnEndEndAtALimit() {
        reply.set(HostileEndpoint.of(200, JSON,
                "{\"servers\": [], \"ports\": [], \"floatingips\": [], \"floatingips_links\": [{\"rel\": \"next\", \"href\": \""
                + endpoint.url() + "/v2.0/floatingips?marker=1\"}]}"));
        try (MachineCloud cloud = connect("openstack", CALM)) {
            assertThat(faultOf(CALM, () -> cloud.limits(region("openstack"))).getMessage()).contains("more than 1000 pages");
        }
    }

    @Test
    void aNextPageElsewhereIsNotAsked() {
        try (HostileEndpoint elsewhere = new HostileEndpoint(line -> HostileEndpoint.of(200, JSON, "{}"))) {
            reply.set(HostileEndpoint.of(200, JSON,
                    "{\"servers\": [], \"ports\": [], \"floatingips\": [], \"floatingips_links\": [{\"rel\": \"next\", \"href\": \""
                    + elsewhere.url() + "/v2.0/floatingips\"}]}"));
            try (MachineCloud cloud = connect("openstack", CALM)) {
                faultOf(CALM, () -> cloud.limits(region("openstack")));
            }
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @Test
    void aTokenThatIsNoHeaderIsNotRepeatedInAMessage() {
        login.set(token(TOKEN + "\u0080\u009b", endpoint.url()));
        reply.set(HostileEndpoint.of(200, JSON, "{}"));
        try (MachineCloud cloud = connect("openstack", CALM)) {
            // Whether a client refuses such a header is its own choice; a refusal must be a fault of ours without the token.
            for (ThrowingCallable call : List.<ThrowingCallable>of(() -> cloud.limits(region("openstack")),
                    () -> cloud.offers(region("openstack")))) {
                AdapterFault fault = catchThrowableOfType(AdapterFault.class, call);
                assertThat(fault == null ? "" : fault.getMessage()).doesNotContain(TOKEN, SECRET, "\u009b");
            }
        }
    }
}
