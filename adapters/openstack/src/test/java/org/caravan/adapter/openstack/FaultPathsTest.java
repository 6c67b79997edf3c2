package org.caravan.adapter.openstack;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What services answer when they are in trouble, as no real one can be made to at will. */
class FaultPathsTest {

    private static final String PASSWORD = "hunter2-of-the-test";
    private static final MachineLabel LABEL = new MachineLabel("shop", "vm-1");

    @RegisterExtension
    static final WireMockExtension CLOUD = WireMockExtension.newInstance()
            .options(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1")).build();

    @TempDir
    private Path credentials;

    private OpenStackCloud cloud;
    private Region region;

    @BeforeEach
    void connect() throws IOException {
        cloud = new OpenStackCloud(settings(credentials));
        region = region(CLOUD.baseUrl());
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(token(CLOUD.baseUrl())));
        CLOUD.stubFor(get(urlPathMatching("/v2.0/.*")).willReturn(json(200, "{\"floatingips\": [], \"ports\": []}")));
        CLOUD.stubFor(get(urlPathEqualTo("/servers/detail")).willReturn(json(200, "{\"servers\": []}")));
    }

    /** @param credentials empty folder */
    static OpenStackSettings settings(Path credentials) throws IOException {
        Path file = Files.createDirectory(credentials.resolve("ours")).resolve("openstack");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "user=demo\nproject=demo\npassword=" + PASSWORD + "\n");
        return new OpenStackSettings(credentials, Duration.ofSeconds(60));
    }

    static Region region(String url) {
        return new Region("openstack", Optional.of(url + "/v3"), "RegionOne", Optional.empty(), "ours");
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    static ResponseDefinitionBuilder token(String url) {
        String catalog =
                "{\"type\": \"%s\", \"id\": \"%s\", \"name\": \"%s\", \"endpoints\": [{\"interface\": \"public\", \"region_id\": "
                + "\"RegionOne\","
                + " \"region\": \"RegionOne\", \"id\": \"e\", \"url\": \"" + url + "\"}]}";
        return json(201, """
                {"token": {"methods": ["password"], "expires_at": "2099-01-01T00:00:00.000000Z", "issued_at": "2026-01-01T00:00:00.000000Z",
                 "project": {"id": "p", "name": "demo", "domain": {"id": "default", "name": "Default"}},
                 "user": {"id": "u", "name": "demo", "domain": {"id": "default", "name": "Default"}}, "roles": [], "catalog": [%s, %s]}}
                """.formatted(catalog.formatted("compute", "c", "nova"), catalog.formatted("network", "n", "neutron")))
                .withHeader("X-Subject-Token", "token");
    }

    static ResponseDefinitionBuilder json(int status, String body) {
        return aResponse().withStatus(status).withHeader("Content-Type", "application/json").withBody(body);
    }

    private AdapterFault faultOf(Consumer<OpenStackCloud> call) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> call.accept(cloud));
        assertThat(fault).isNotNull();
        assertThat(fault.getMessage()).contains("\nMaybe ").doesNotContain(PASSWORD).doesNotContain("Exception");
        return fault;
    }

    @Test
    void anErrorOfNovaMayPass() {
        CLOUD.stubFor(get(urlPathEqualTo("/flavors/detail"))
                .willReturn(json(500, "{\"computeFault\": {\"message\": \"Unexpected API Error.\"}}")));
        AdapterFault fault = faultOf(cloud -> cloud.offers(region));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(fault.getMessage()).contains("500", "Unexpected API Error");
    }

    @Test
    void anErrorOfNeutronMayPass() {
        CLOUD.stubFor(get(urlPathMatching("/v2.0/.*")).willReturn(json(503, "")));
        assertThat(faultOf(cloud -> cloud.destroy(region, LABEL)).kind()).isEqualTo(AdapterFault.Kind.FAILED);
    }

    @Test
    void throttlingMayPass() {
        CLOUD.stubFor(get(urlPathEqualTo("/flavors/detail"))
                .willReturn(json(429, "{\"overLimit\": {\"message\": \"slow down\"}}").withHeader("Retry-After", "1")));
        AdapterFault fault = faultOf(cloud -> cloud.offers(region));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.THROTTLED);
        assertThat(fault.getMessage()).contains("429", "slow down");
    }

    @Test
    void aServiceThatSaysNothingInTimeIsUnreachable() {
        CLOUD.stubFor(get(urlPathEqualTo("/flavors/detail")).willReturn(json(200, "{}").withFixedDelay(4000)));
        hurry();
        assertThat(faultOf(cloud -> cloud.offers(region)).kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(token(CLOUD.baseUrl()).withFixedDelay(4000)));
        hurry();
        assertThat(faultOf(cloud -> cloud.limits(region)).kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
    }

    /**
     * What a control plane answers is hostile until it is parsed: each of these fails its own call, within its time and without much
     * memory.
     */
    @Test
    void anAnswerThatIsHugeEndlessOrNoAnswerFailsItsCallAlone() {
        CLOUD.stubFor(get(urlPathMatching("/v2.0/.*")).willReturn(aResponse().withStatus(200).withBody(new byte[17 << 20])));
        assertThat(faultOf(cloud -> cloud.destroy(region, LABEL)).getMessage()).contains("more than 16 MiB");
        CLOUD.stubFor(get(urlPathMatching("/v2.0/.*")).willReturn(json(503,
                "{\"error\": {\"message\": \"\u001b[2J\u202e gone \u0007\"}}")));
        assertThat(faultOf(cloud -> cloud.destroy(region, LABEL)).getMessage()).contains("gone")
                .doesNotContain("\u001b", "\u202e", "\u0007");
        CLOUD.stubFor(get(urlPathMatching("/v2.0/.*")).willReturn(json(500, "x".repeat(10_000))));
        assertThat(faultOf(cloud -> cloud.destroy(region, LABEL)).getMessage().length()).isLessThan(1_000);
    }

    @Test
    void aBodyThatComesByteByByteEndsWithTheTimeOfItsRequest() {
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(token(CLOUD.baseUrl()).withChunkedDribbleDelay(100, 20_000)));
        hurry();
        AdapterFault fault = faultOf(cloud -> cloud.limits(region));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
        assertThat(fault.getMessage()).contains("did not end within");
    }

    @Test
    void aTokenWithoutATimeIsAFaultOfTheCloud() {
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(json(201,
                "{\"token\": {\"expires_at\": \"tomorrow\", \"catalog\": 7, \"project\": []}}").withHeader("X-Subject-Token", "t")));
        assertThat(faultOf(cloud -> cloud.limits(region)).kind()).isEqualTo(AdapterFault.Kind.FAILED);
    }

    /** Only where the time is the matter: a busy machine may take seconds for any answer. */
    private void hurry() {
        cloud.close();
        cloud = new OpenStackCloud(new OpenStackSettings(credentials, Duration.ofSeconds(2)));
    }

    @Test
    void aTokenThatTheCloudForgotIsAskedForAnew() {
        CLOUD.stubFor(get(urlPathEqualTo("/limits")).inScenario("forgotten").whenScenarioStateIs(Scenario.STARTED)
                .willReturn(json(401, "{}")).willSetStateTo("again"));
        CLOUD.stubFor(get(urlPathEqualTo("/limits")).inScenario("forgotten").whenScenarioStateIs("again")
                .willReturn(json(200, "{\"limits\": {\"absolute\": {\"maxTotalInstances\": -1, \"totalInstancesUsed\": 3}}}")));
        assertThat(cloud.limits(region).machines()).isEmpty();
        assertThat(cloud.limits(region).machinesUsed()).isEqualTo(3);
        CLOUD.verify(2, postRequestedFor(urlPathEqualTo("/v3/auth/tokens")));
    }

    @Test
    void aRefusedPasswordIsTriedOncePerCall() {
        CLOUD.stubFor(post(urlPathEqualTo("/v3/auth/tokens")).willReturn(json(401, "{\"error\": {\"message\": \"no\"}}")));
        assertThat(faultOf(cloud -> cloud.observe(region)).kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
        assertThat(faultOf(cloud -> cloud.limits(region)).kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
        CLOUD.verify(2, postRequestedFor(urlPathEqualTo("/v3/auth/tokens")));
    }

    @Test
    void anotherRegionIsNamedWithThoseThereAre() {
        Region elsewhere = new Region("openstack", region.endpoint(), "Nowhere", Optional.empty(), "ours");
        assertThat(faultOf(cloud -> cloud.limits(elsewhere)).getMessage()).contains("(Nowhere)", "[RegionOne]");
        assertThat(faultOf(cloud -> cloud.observe(elsewhere)).getMessage()).contains("Nowhere");
    }
}
