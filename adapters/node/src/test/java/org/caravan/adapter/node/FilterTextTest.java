package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** The rules themselves, as text; {@code -Dgolden.update=true} rewrites it. What they do is tried on nodes by the contract of pairs. */
class FilterTextTest {

    private static final Path FOLDER = Path.of("src/test/resources/org/caravan/adapter/node");
    private static final CopyId COPY = new CopyId("shop", new InstanceId("carts", 1), 3);
    private static final CopyAddress FIBRE = new CopyAddress(new AccessPoint("east", "Fibre", IpFamily.IPV4), "10.1.1.101", 24, "10.1.1.1");
    private static final CopyAddress ADSL = new CopyAddress(new AccessPoint("east", "Adsl", IpFamily.IPV4), "10.2.1.101", 24, "10.2.1.1");
    private static final CopyAddress SIX = new CopyAddress(new AccessPoint("east", "Fibre", IpFamily.IPV6), "fd4e:1:1::65", 64,
            "fd4e:1:1::1");
    private static final Admitted PEERS = Admitted.of(List.of(new Admission("10.1.2.7", 80), new Admission("fd4e:1:2::7", 80)));

    @Test
    void peersOfBothVersionsAndUsers() throws IOException {
        check("filter-peers", FilterText.of(COPY, spec(FIBRE, ADSL, SIX),
                PEERS.plus(Admitted.of(List.of(new Admission(Admission.ANYWHERE, 8080)))), false));
    }

    @Test
    void aCopyThatNoOtherUsesOnOneVersion() throws IOException {
        check("filter-none", FilterText.of(COPY, spec(FIBRE), Admitted.of(List.of()), false));
    }

    @Test
    void aCopyThatTheHostAsksItself() throws IOException {
        check("filter-asked", FilterText.of(COPY, spec(FIBRE), Admitted.of(List.of()), true));
    }

    @Test
    void aFilterForEveryoneIsRefused() {
        assertThatThrownBy(() -> FilterText.of(COPY, spec(FIBRE), Admitted.EVERYONE, false)).hasMessageContaining("shop.carts.1.3");
    }

    @Test
    void theHostReadsBackWhomAFilterAdmits() {
        String observed = "copy shop.carts.1.3\nstate RUNNING\nspec abc\nfilter on\n"
                + admits(FilterText.of(COPY, spec(FIBRE, SIX), PEERS, false));
        assertThat(ObservedCopies.read("pi-1", observed)).singleElement().satisfies(copy -> assertThat(copy.admitted()).contains(PEERS));
    }

    @Test
    void aCopyWithoutItsFilterAdmitsEveryoneAndOneThatIsStoppedIsNotKnownTo() {
        assertThat(ObservedCopies.read("pi-1",
                "copy shop.carts.1.3\nstate RUNNING\nspec abc\nfilter off\ncopy shop.db.1.3\nstate STOPPED\nspec abc\n"))
                .satisfiesExactly(carts -> assertThat(carts.admitted()).contains(Admitted.EVERYONE),
                        db -> assertThat(db.admitted()).isEmpty());
    }

    @Test
    void whatIsNoAddressDoesNotReachAFilter() {
        assertThatThrownBy(() -> new Admission("10.0.0.1 } accept #", 80)).hasMessageContaining("not an address");
        assertThatThrownBy(() -> new Admission("10.0.0.1", 0)).hasMessageContaining("not a port");
    }

    @Test
    void linkLocalAddressesComeFromHardwareAddresses() {
        assertThat(Ipv6Digits.linkLocal("02:0a:ff:01:00:9e")).isEqualTo("fe80::a:ffff:fe01:9e");
        assertThat(Ipv6Digits.of("fd4e:1:1::65")).isEqualTo("fd4e0001000100000000000000000065");
        assertThatThrownBy(() -> Ipv6Digits.of("10.0.0.1")).hasMessageContaining("10.0.0.1");
    }

    private static String admits(String filter) {
        StringBuilder lines = new StringBuilder();
        filter.lines().filter(line -> line.startsWith(FilterText.ADMITS)).forEach(line ->
                lines.append("admitted ").append(line.substring(FilterText.ADMITS.length())).append('\n'));
        return lines.toString();
    }

    private static CopySpec spec(CopyAddress... addresses) {
        return new CopySpec("shop/carts", new MilliCores(250), Bytes.ofMebi(64), Map.of(),
                List.of(new Endpoint("web", 80, new Readiness.TcpAccepts())),
                List.of(addresses));
    }

    private static void check(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name + ".nft");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
    }
}
