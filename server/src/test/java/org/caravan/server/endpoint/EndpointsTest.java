package org.caravan.server.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.aws.AwsCloud;
import org.caravan.adapter.aws.AwsSettings;
import org.caravan.adapter.jclouds.JcloudsCloud;
import org.caravan.adapter.jclouds.JcloudsSettings;
import org.caravan.adapter.openstack.OpenStackCloud;
import org.caravan.adapter.openstack.OpenStackSettings;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.server.Tables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is not on the list is not even connected to: real adapters, real sockets. */
class EndpointsTest {

    @TempDir
    Path folder;

    private Endpoints endpoints;
    private final List<HttpServer> servers = new ArrayList<>();

    @BeforeEach
    void open() {
        endpoints = with(List.of());
    }

    private Endpoints with(List<String> setting) {
        return new Endpoints(JdbcClient.create(Tables.in(folder)), new EndpointSettings(setting), Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    private void allow(String name) {
        endpoints.allow(EndpointName.parse(name).orElseThrow());
    }

    private String why(String url) {
        return endpoints.refuses(URI.create(url)).map(closed -> closed.reason()).orElse("");
    }

    @Test
    void onlyWhatIsOnTheListIsAsked() {
        assertThat(why("https://198.51.100.7:5000/v3")).contains("not on the list");
        assertThat(endpoints.refuses(URI.create("https://198.51.100.7:5000/v3")).orElseThrow().suggestion())
                .contains("caravan endpoint allow 198.51.100.7:5000");
        allow("198.51.100.7:5000");
        assertThat(why("https://198.51.100.7:5000/v3")).isEmpty();
        assertThat(why("https://198.51.100.7:5001/v3")).contains("not on the list");
        assertThat(why("https://198.51.100.7.example.org:5000/v3")).contains("not on the list");
        allow("198.51.100.7");
        assertThat(why("http://198.51.100.7/anything")).isEmpty();
        assertThat(endpoints.forget(EndpointName.parse("198.51.100.7").orElseThrow())).isTrue();
        assertThat(why("http://198.51.100.7/anything")).contains("not on the list");
        assertThat(with(List.of("[2001:db8::5]:443")).refuses(URI.create("https://[2001:db8::5]/"))).isEmpty();
        assertThat(endpoints.refuses("aws", URI.create("https://ec2.us-east-2.amazonaws.com"))).isEmpty();
        for (String other : List.of("http://ec2.us-east-2.amazonaws.com", "https://ec2.us-east-2.amazonaws.com:8443",
                "https://ec2.us-east-2.amazonaws.com.evil.example",
                "https://ec2.us-east-2.evil.amazonaws.com", "https://EC2.us-east-2.amazonaws.com@evil.example/")) {
            assertThat(endpoints.refuses("aws", URI.create(other))).as(other).isPresent();
        }
        for (String provider : List.of("openstack", "jclouds", "")) {
            assertThat(endpoints.refuses(provider, URI.create("https://ec2.us-east-2.amazonaws.com")).orElseThrow().reason()).as(provider)
                    .contains("not on the list");
        }
        assertThat(why("https://bucket.s3.amazonaws.com")).contains("not on the list");
        assertThat(why("https://ec2.evil.example/#.amazonaws.com")).contains("not on the list");
        for (String odd : List.of("ftp://198.51.100.7/", "file:///etc/passwd", "https://user@198.51.100.7/", "gopher:x")) {
            assertThat(why(odd)).as(odd).contains("no URL of http");
        }
    }

    /** However it is written, and though it be on the list. */
    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "[::ffff:169.254.169.254]", "[::169.254.169.254]", "[64:ff9b::169.254.169.254]",
            "2852039166",
            "[fe80::1]", "[fd00:ec2::254]", "100.100.100.200", "0.0.0.0", "[::]", "[ff02::1]", "169.254.170.2"})
    void addressesOfAMachinesOwnSurroundingsNeverAre(String host) {
        allow(host);
        assertThat(why("http://" + host + "/latest/meta-data/")).contains("never used");
    }

    /** Other ways to write the address of a metadata service: whatever the reason, none is asked, though it be on the list. */
    @ParameterizedTest
    @ValueSource(strings = {"0251.0376.0251.0376", "0xa9fea9fe", "0xa9.0xfe.0xa9.0xfe", "169.254.43518", "169.16689662",
            "[::ffff:a9fe:a9fe]", "169.254.169.254.", "[fe80::1%25lo]",
            "user@169.254.169.254", "169.254.169.254#@cloud.example.org", "cloud.example.org@169.254.169.254"})
    void noSpellingOfSuchAnAddressIs(String host) {
        EndpointName.parse(host).ifPresent(endpoints::allow);
        assertThat(endpoints.refuses("openstack", URI.create("http://" + host + "/latest/"))).isPresent();
    }

    @Test
    void aNameThatMeansThisMachineIsNotAskedUnlessThatIsMeant() throws Exception {
        String own = InetAddress.getLocalHost().getHostName();
        allow("localhost");
        assertThat(why("http://localhost:5000/")).isEmpty();
        allow("127.0.0.1");
        assertThat(why("http://127.0.0.1:5000/")).isEmpty();
        allow(own);
        if (List.of(InetAddress.getAllByName(own)).stream().anyMatch(InetAddress::isLoopbackAddress)) {
            assertThat(why("http://" + own + ":5000/")).contains("this machine itself");
        }
    }

    private HttpServer serving(AtomicInteger asked, int status, Optional<String> location) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            location.ifPresent(to -> exchange.getResponseHeaders().add("Location", to));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        servers.add(server);
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private List<MachineCloud> clouds() throws IOException {
        secret("openstack", "user=demo\nproject=demo\npassword=x\n");
        secret("aws", "aws_access_key_id = a\naws_secret_access_key = b\n");
        secret("jclouds",
                "provider=openstack-nova\nidentity=demo:demo\ncredential=x\njclouds.keystone.version=3\n"
                + "jclouds.keystone.scope=project:demo\n");
        Duration timeout = Duration.ofSeconds(10);
        AwsSettings aws = AwsSettings.of(folder, endpoints);
        return List.of(new OpenStackCloud(new OpenStackSettings(folder, timeout, endpoints)),
                new AwsCloud(new AwsSettings(folder, timeout, timeout, aws.disk(), 1, endpoints)),
                        new JcloudsCloud(new JcloudsSettings(folder, timeout, endpoints)));
    }

    private void secret(String name, String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve("ours")).resolve(name);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    @Test
    void noAdapterConnectsToWhatIsNotAllowedNorFollowsARedirect() throws IOException {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger outside = new AtomicInteger();
        HttpServer secret = serving(inside, 200, Optional.empty());
        HttpServer door = serving(outside, 302, Optional.of(url(secret) + "/secrets"));
        for (MachineCloud cloud : clouds()) {
            Region region = new Region(cloud.provider(), Optional.of(url(door) + "/v3"), "us-east-2", Optional.empty(), "ours");
            assertThatThrownBy(() -> cloud.observe(region)).as(cloud.provider()).isInstanceOfSatisfying(AdapterFault.class, fault -> {
                assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
                assertThat(fault.getMessage()).contains(url(door), "not on the list", "\nMaybe ");
            });
            assertThat(outside.get()).as(cloud.provider()).isZero();
            allow("127.0.0.1:" + door.getAddress().getPort());
            assertThatThrownBy(() -> cloud.observe(region)).as(cloud.provider()).isInstanceOf(AdapterFault.class);
            assertThat(outside.getAndSet(0)).as("%s asks what is allowed", cloud.provider()).isPositive();
            endpoints.forget(EndpointName.parse("127.0.0.1:" + door.getAddress().getPort()).orElseThrow());
            cloud.close();
        }
        assertThat(inside.get()).as("nobody was led further").isZero();
    }

    @Test
    void whatWasInForceBeforeThereWasAListIsTakenOverOnce() {
        endpoints.takeOver(List.of(URI.create("https://198.51.100.7:5000/v3")));
        assertThat(why("https://198.51.100.7:5000/v3")).isEmpty();
        assertThat(why("https://198.51.100.7:8774/v2.1")).as("services of its catalogue").isEmpty();
        endpoints.takeOver(List.of(URI.create("https://198.51.100.8:5000/v3")));
        assertThat(why("https://198.51.100.8:5000/v3")).contains("not on the list");
    }

    @Test
    void aWrongSettingIsRefusedInWords() {
        assertThatThrownBy(() -> new EndpointSettings(List.of("https://keystone.example.org"))).hasMessageContaining("\nMaybe ");
    }
}
