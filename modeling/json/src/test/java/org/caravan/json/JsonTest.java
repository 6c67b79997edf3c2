package org.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Readiness;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.Vantage;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

class JsonTest {

    private static final AccessPoint AT_BERGEN = new AccessPoint("bergen", "Uninett", IpFamily.IPV6);

    record Noted(Optional<String> note, Instant at, Map<AccessPoint, Integer> seen) {}

    @Test
    void aQuotaHasAMaximumOrAPrice() {
        TrafficQuota priced = new TrafficQuota(new Bytes(100), TrafficQuota.Period.DAY, new TrafficQuota.Price(new DataPrice(90_000)));
        assertThat(Json.write(priced)).contains("\"price\":90000").doesNotContain("max");
        assertThat(Json.read(Json.write(priced), TrafficQuota.class)).isEqualTo(priced);
        TrafficQuota limited = new TrafficQuota(new Bytes(100), TrafficQuota.Period.MONTH, new BitRate(64_000));
        assertThat(Json.read(Json.write(limited), TrafficQuota.class)).isEqualTo(limited);
        // Literally as plans of versions without prices above quotas have it.
        assertThat(Json.read("{\"amount\":100,\"max\":64000,\"period\":\"MONTH\"}", TrafficQuota.class)).isEqualTo(limited);
    }

    /** Stored text of a plan is the material of its digest, so a quota with a maximum is also written as before. */
    @Test
    void aQuotaWithAMaximumIsWrittenAsByEarlierVersions() {
        assertThat(Json.write(new TrafficQuota(new Bytes(100), TrafficQuota.Period.MONTH, new BitRate(64_000))))
                .isEqualTo("{\"amount\":100,\"period\":\"MONTH\",\"max\":64000}");
        assertThatThrownBy(() -> Json.read("{\"amount\":100,\"period\":\"MONTH\"}", TrafficQuota.class))
                .isInstanceOf(RejectedInput.class).hasMessageContaining("a quota of traffic has either a rate or a price");
    }

    @Test
    void applicationModelComesBackEqual() {
        ApplicationModel shop = shop();
        assertThat(Json.read(Json.write(shop), ApplicationModel.class)).isEqualTo(shop);
        assertThat(Json.read(Json.writePretty(shop), ApplicationModel.class)).isEqualTo(shop);
    }

    @Test
    void infrastructureComesBackEqual() {
        Infrastructure nornet = nornet();
        assertThat(Json.read(Json.write(nornet), Infrastructure.class)).isEqualTo(nornet);
    }

    @Test
    void unitIsPlainNumber() {
        assertThat(Json.write(new Bytes(96))).isEqualTo("96");
        assertThat(Json.read("1.5", Millis.class)).isEqualTo(new Millis(1.5));
        assertThat(Json.read("1500", Millis.class)).isEqualTo(new Millis(1500));
    }

    @Test
    void recordOfSealedInterfaceSaysItsTypeAlsoAlone() {
        assertThat(Json.write(new Goal.MinimiseCost(2))).isEqualTo("{\"type\":\"MinimiseCost\",\"weight\":2.0}");
        assertThat(Json.read("{\"type\":\"TcpAccepts\"}", Readiness.class)).isEqualTo(new Readiness.TcpAccepts());
    }

    @Test
    void emptyOptionalIsLeftOutAndComesBackEmpty() {
        Noted noted = new Noted(Optional.empty(), Instant.parse("2026-11-21T01:02:03Z"), Map.of());
        assertThat(Json.write(noted)).isEqualTo("{\"at\":\"2026-11-21T01:02:03Z\",\"seen\":{}}");
        assertThat(Json.read(Json.write(noted), Noted.class)).isEqualTo(noted);
    }

    @Test
    void recordWithParseIsTextAlsoAsKey() {
        Noted noted = new Noted(Optional.of("a"), Instant.EPOCH, new TreeMap<>(Map.of(AT_BERGEN, 1)));
        assertThat(Json.write(noted)).contains("\"seen\":{\"bergen.Uninett/ipv6\":1}");
        assertThat(Json.read(Json.write(noted), Noted.class)).isEqualTo(noted);
        assertThat(Json.write(AT_BERGEN)).isEqualTo("\"bergen.Uninett/ipv6\"");
    }

    @Test
    void forgottenPropertyIsRefused() {
        assertThatThrownBy(() -> Json.read("{\"name\":\"http\",\"port\":80}", Endpoint.class))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("readiness")
                .hasMessageContaining("Maybe ");
    }

    @Test
    void refusedInputSaysWhere() {
        assertThatThrownBy(() -> Json.read("{\n  \"name\": oops }", Endpoint.class))
                .isInstanceOf(RejectedInput.class)
                .hasMessageStartingWith("input:2:");
    }

    @Test
    void listComesBackEqual() {
        List<Bytes> amounts = List.of(new Bytes(1), new Bytes(2));
        assertThat(Json.readList(Json.write(amounts), Bytes.class)).isEqualTo(amounts);
    }

    private static ApplicationModel shop() {
        Form form = Form.container("sock-shop/front-end", new MilliCores(250), Bytes.ofMebi(96),
                Set.of(Architecture.AMD64, Architecture.ARM64), Map.of("MODE", "fast"));
        Component frontend = new Component("frontend", false, List.of(form),
                List.of(new Endpoint("http", 8079, new Readiness.HttpAnswers("/health", 200))),
                List.of(new EndpointReference("carts", "http")));
        Component carts = new Component("carts", true, List.of(form),
                List.of(new Endpoint("http", 80, new Readiness.TcpAccepts())), List.of());
        return new ApplicationModel("sock-shop", "1.0", List.of(frontend, carts),
                List.of(new LocationRequirement("carts", Set.of("bergen"), Set.of("NO"))),
                List.of(new Users("norwegians", AT_BERGEN, new RequestRate(12.5), Map.of("browse", 1.0))),
                List.of(new Request("browse", List.of(new Hop(Hop.USERS, "frontend", 3, new Bytes(9000)),
                        new Hop("frontend", "carts", 1, new Bytes(1200))))),
                List.of(new Slo("fast", 95, "browse", new Millis(120))),
                List.of(new Goal.MinimiseLatency("browse", 2), new Goal.MinimiseCost(0.5)));
    }

    private static Infrastructure nornet() {
        HostType pi = new HostType("pi", Architecture.ARM64, MilliCores.ofCores(4), Bytes.ofMebi(1024),
                Bytes.ofMebi(32768), new MonthlyCost(199));
        Rental mec = new Rental(new Region("openstack", Optional.of("http://127.0.0.1:5000/v3"), "RegionOne", Optional.empty(),
                "bergen-os"), "m1.small", "debian-12", true);
        Isp uninett = new Isp("Uninett", Map.of(IpFamily.IPV4, new Subnet("10.1.2.0/24", "10.1.2.1"),
                IpFamily.IPV6, new Subnet("fd4e:1:2::/64", "fd4e:1:2::1")));
        Site bergen = new Site("bergen", SiteKind.EDGE, "NO", new Position(60.4, 5.3), List.of(uninett),
                List.of(new Host("pi-1", "pi", "lxc", "198.18.255.10", 22, "testbed"), Host.rented("bergen-pi-1", "pi", mec)),
                Optional.empty());
        Site users = new Site("users-oslo", SiteKind.USERS, "NO", new Position(59.9, 10.7), List.of(uninett),
                List.of(), Optional.of(new Vantage("oslo-1", "198.18.255.11", 22, "testbed")));
        return new Infrastructure("nornet", List.of(pi), List.of(bergen, users));
    }
}
