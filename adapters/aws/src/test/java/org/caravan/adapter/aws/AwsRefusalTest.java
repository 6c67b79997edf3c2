package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.EndpointGate;
import org.caravan.infrastructure.Region;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which class of fault each answer is, asked of a server that answers as EC2 does. */
class AwsRefusalTest {

    @TempDir
    private Path folder;

    private HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile String code = "";
    private volatile boolean silent;

    @BeforeEach
    void serve() throws Exception {
        Path file = Files.createDirectories(folder.resolve("key")).resolve("aws");
        Files.writeString(file, "aws_access_key_id = AKIA1\naws_secret_access_key = hidden\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            if (silent) {
                await(ended);
            }
            byte[] body = ("<Response><Errors><Error><Code>" + code + "</Code><Message>said so</Message></Error></Errors>"
                    + "<RequestID>r</RequestID></Response>").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() {
        ended.countDown();
        server.stop(0);
    }

    private AdapterFault fault(Duration timeout, boolean mayReach) {
        Region region = new Region("aws", Optional.of("http://127.0.0.1:" + server.getAddress().getPort()), "us-east-2", Optional.empty(),
                "key");
        try (AwsCloud cloud = new AwsCloud(new AwsSettings(folder, timeout, timeout, Bytes.ofMebi(1024), 1,
                EndpointGate.where(endpoint -> mayReach)))) {
            return catchThrowableOfType(AdapterFault.class, () -> cloud.observe(region));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, AuthFailure, UNTRUSTED", "401, AuthFailure, UNTRUSTED", "403, UnauthorizedOperation, UNTRUSTED",
                "400, RequestExpired, UNTRUSTED",
        "400, VcpuLimitExceeded, NO_CAPACITY", "400, AddressLimitExceeded, NO_CAPACITY", "500, InsufficientInstanceCapacity, NO_CAPACITY",
        "400, PrivateIpAddressLimitExceeded, NO_CAPACITY", "503, RequestLimitExceeded, THROTTLED", "500, InternalError, FAILED",
        "503, Unavailable, FAILED", "400, InvalidParameterValue, FAILED"})
    void classOfFaultByCode(int status, String code, AdapterFault.Kind kind) {
        this.status = status;
        this.code = code;
        AdapterFault fault = fault(Duration.ofSeconds(20), true);
        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.retriable()).isEqualTo(kind == AdapterFault.Kind.FAILED || kind == AdapterFault.Kind.THROTTLED);
        assertThat(fault.getMessage()).contains("127.0.0.1", "\nMaybe ").doesNotContain("hidden", "Exception");
    }

    @Test
    void whoDoesNotAnswerInTimeIsUnreachable() {
        silent = true;
        AdapterFault fault = fault(Duration.ofMillis(600), true);
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
        assertThat(fault.retriable()).isTrue();
    }

    @Test
    void talksOnlyToEndpointsThatItMayReach() {
        assertThat(fault(Duration.ofSeconds(5), false).kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
        assertThat(asked).hasValue(0);
    }
}
