package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.EndpointGate;
import org.caravan.adapter.testkit.HostileEndpoint;
import org.caravan.adapter.testkit.HostileEndpoint.Reply;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.checked.CheckedCloud;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** An endpoint of EC2 that is broken or hostile: each answer fails its own call, in bounded time and memory, with a clear message. */
class HostileEc2Test {

    private static final String XML = "text/xml";
    private static final Duration HURRIED = Duration.ofSeconds(2);
    private static final Duration CALM = Duration.ofSeconds(30);
    private static final String NAMESPACE = " xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\"";

    @TempDir
    private Path credentials;

    private AdapterFault faultOf(Reply reply, Duration timeout) throws IOException {
        try (HostileEndpoint endpoint = new HostileEndpoint(line -> reply)) {
            return faultAt(endpoint, timeout, cloud -> cloud.observe(region(endpoint)));
        }
    }

    private static Region region(HostileEndpoint endpoint) {
        return new Region("aws", Optional.of(endpoint.url()), "us-east-2", Optional.empty(), "ours");
    }

    private MachineCloud connect(Duration timeout) throws IOException {
        Path file = credentials.resolve("ours").resolve("aws");
        if (!Files.exists(file)) {
            Files.createDirectory(file.getParent());
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, "[default]\naws_access_key_id = AKIATEST\naws_secret_access_key = hunter2-of-the-test\n");
        }
        return new CheckedCloud(new AwsCloud(new AwsSettings(credentials, timeout, timeout, Bytes.ofMebi(1024), 1, EndpointGate.OPEN)));
    }

    private AdapterFault faultAt(HostileEndpoint endpoint, Duration timeout, Function<MachineCloud, Object> call) throws IOException {
        long start = System.nanoTime();
        try (MachineCloud cloud = connect(timeout)) {
            AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> call.apply(cloud));
            assertThat(fault).isNotNull();
            assertThat(fault.getMessage()).contains("\nMaybe ").doesNotContain("hunter2", "Exception", "\u001b", "\u202e");
            assertThat(fault.getMessage().length()).isLessThan(2_000);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout.multipliedBy(3));
            return fault;
        }
    }

    private static String instances(String content) {
        return "<DescribeInstancesResponse" + NAMESPACE + "><reservationSet>" + content + "</reservationSet></DescribeInstancesResponse>";
    }

    private static String instance(String id, String host) {
        return ("<item><instancesSet><item><instanceId>%s</instanceId><instanceState><code>16</code><name>running</name></instanceState>"
                + "<instanceType>t3.micro</instanceType><launchTime>2026-01-01T00:00:00.000Z</launchTime><tagSet><item>"
                + "<key>caravan:infrastructure</key><value>shop</value></item>"
                + "<item><key>caravan:host</key><value>%s</value></item></tagSet></item></instancesSet></item>")
                .formatted(id, host);
    }

    @Test
    void anEndlessAnswerEndsAtItsSizeLimit() throws IOException {
        AdapterFault fault = faultOf(HostileEndpoint.endless(XML, "<DescribeAddressesResponse><addressesSet>", "<item></item>"), CALM);
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(fault.getMessage()).contains("more than 16 MiB");
    }

    @Test
    void aSlowAnswerEndsWithItsTime() throws IOException {
        assertThat(faultOf(HostileEndpoint.slowBody(XML, "<a>" + "x".repeat(10_000) + "</a>"), HURRIED).kind())
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
        assertThat(faultOf(HostileEndpoint.slowHead(), HURRIED).kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
    }

    @Test
    void aSlowAnswerOfTheQuotasIsAnUnknownQuota() throws IOException {
        long start = System.nanoTime();
        try (HostileEndpoint endpoint = new HostileEndpoint(line -> HostileEndpoint.slowHead());
                BoundedHttp http = new BoundedHttp(UrlConnectionHttpClient.builder().build(), HURRIED)) {
            AwsSettings settings = new AwsSettings(credentials, HURRIED, HURRIED, Bytes.ofMebi(1024), 1, EndpointGate.OPEN);
            ServiceQuotas quotas = new ServiceQuotas(RegionLabel.of(region(endpoint)), new AccessKey("AKIATEST", "secret", Map.of()),
                    settings, http);
            assertThat(quotas.ec2("L-1")).isEmpty();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(HURRIED.multipliedBy(3));
    }

    @Test
    void deepNestingOverflowsNoStack() throws IOException {
        AdapterFault fault = faultOf(HostileEndpoint.of(200, XML, "<a>".repeat(1_000_000)), CALM);
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(fault.getMessage()).contains("nested deeper than 64 levels");
    }

    @Test
    void entitiesReadNoFileAndDoNotExpand() throws IOException {
        Path secret = Files.writeString(credentials.resolve("secret"), "the-content-of-a-file");
        String file = "<!DOCTYPE a [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>" + instances(instance("&e;", "vm-1"));
        assertThat(faultOf(HostileEndpoint.of(200, XML, file), CALM).getMessage()).contains("document type")
                .doesNotContain("the-content-of-a-file");
        StringBuilder laughs = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"ha\">");
        for (int at = 1; at < 30; at++) {
            laughs.append("<!ENTITY e").append(at).append(" \"").append(("&e" + (at - 1) + ";").repeat(10)).append("\">");
        }
        assertThat(faultOf(HostileEndpoint.of(200, XML, laughs + "]>" + instances(instance("&e29;", "vm-1"))), CALM).kind())
                .isEqualTo(AdapterFault.Kind.FAILED);
    }

    @Test
    void aCompressedAnswerIsNotExpanded() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            for (int at = 0; at < 64; at++) {
                gzip.write(spaces);
            }
        }
        Reply reply = out -> {
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size()
                    + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(packed.toByteArray());
        };
        assertThat(faultOf(reply, CALM).getMessage()).contains("compressed");
    }

    @Test
    void aPageOfAProxyIsNoAnswer() throws IOException {
        assertThat(faultOf(HostileEndpoint.of(200, "text/html", "<html><body><p>Log in<br></body></html>"), CALM).getMessage())
                .contains("not well-formed XML");
        assertThat(faultOf(HostileEndpoint.of(200, "application/json", "{\"ok\": true}"), CALM).kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(faultOf(HostileEndpoint.cutOff(XML, "<DescribeAddressesResponse>"), CALM)).isNotNull();
        assertThat(faultOf(HostileEndpoint.noise(), CALM)).isNotNull();
    }

    @Test
    void aRedirectIsNotFollowed() throws IOException {
        try (HostileEndpoint elsewhere = new HostileEndpoint(line -> HostileEndpoint.of(200, XML, instances("")))) {
            for (int status : new int[] {301, 302, 307, 308}) {
                faultOf(HostileEndpoint.of(status, XML, "", "Location: " + elsewhere.url() + "/"), CALM);
            }
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @Test
    void controlCharactersOfNamesAndMessagesFailTheirCall() throws IOException {
        for (String bad : new String[] {"i-1&#x85;", "i-1&#x9b;2J", "i-\u202e1", "i-1\n2"}) {
            AdapterFault fault = faultWith(instances(instance(bad, "vm-1")));
            assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
            assertThat(fault.getMessage()).contains("U+").contains("id of a machine");
        }
        assertThat(faultWith(instances(instance("i-1", "vm\u202e"))).getMessage()).contains("host of a machine");
        assertThat(faultWith(instances(instance("i-1\u001b[2J", "vm-1"))).getMessage()).contains("not well-formed XML");
        AdapterFault refusal = faultOf(HostileEndpoint.of(400, XML,
                "<Response><Errors><Error><Code>Strange</Code><Message>no &#x9b;2J \u202e way</Message></Error></Errors></Response>"),
                CALM);
        assertThat(refusal.getMessage()).contains("no ", " way").doesNotContain("\u009b");
    }

    /** Addresses are none; instances are these. */
    private AdapterFault faultWith(String instances) throws IOException {
        int[] asked = {0};
        try (HostileEndpoint endpoint = new HostileEndpoint(line -> HostileEndpoint.of(200, XML, asked[0]++ == 0
                ? "<DescribeAddressesResponse" + NAMESPACE + "><addressesSet/></DescribeAddressesResponse>" : instances))) {
            return faultAt(endpoint, CALM, cloud -> cloud.observe(region(endpoint)));
        }
    }

    @Test
    void pagesWithoutAnEndEndAtALimit() throws IOException {
        String page = instances("").replace("</DescribeInstancesResponse>", "<nextToken>again</nextToken></DescribeInstancesResponse>");
        assertThat(faultWith(page).getMessage()).contains("pages");
    }

    @Test
    void aFailedCallLeavesTheNextOneAlone() throws IOException {
        boolean[] hostile = {true};
        try (HostileEndpoint endpoint = new HostileEndpoint(line -> hostile[0] ? HostileEndpoint.endless(XML, "<a>", "x")
                : HostileEndpoint.of(200, XML,
                "<DescribeAddressesResponse" + NAMESPACE + "><addressesSet/></DescribeAddressesResponse>"));
                MachineCloud cloud = connect(CALM)) {
            assertThat(catchThrowableOfType(AdapterFault.class, () -> cloud.destroy(region(endpoint), new MachineLabel("shop", "vm-1"))))
                    .isNotNull();
            hostile[0] = false;
            assertThat(cloud.observe(region(endpoint))).isEmpty();
        }
    }
}
