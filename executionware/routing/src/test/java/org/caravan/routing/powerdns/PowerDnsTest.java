package org.caravan.routing.powerdns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** Against a real PowerDNS on loopback, looked at by questions of our own. */
@Tag("real")
class PowerDnsTest {

    @TempDir
    static Path folder;

    private static PowerDnsServer server;

    @BeforeAll
    static void start() throws Exception {
        String why = PowerDnsServer.whyNot();
        assumeTrue(why.isEmpty(), why);
        server = PowerDnsServer.start(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static EntryPlacement entry(String component, String address) {
        IpFamily family = address.contains(":") ? IpFamily.IPV6 : IpFamily.IPV4;
        PathId path = new PathId(new AccessPoint("users", "BKK", family), new AccessPoint("bergen", "BKK", family));
        return new EntryPlacement("bergen", new InstanceId(component, 1), "http", 80, path, address);
    }

    private static Message ask(String name, int type) throws Exception {
        return new SimpleResolver(server.dns).send(Message.newQuery(Record.newRecord(Name.fromString(name), type, DClass.IN)));
    }

    private static List<String> answers(String name, int type) throws Exception {
        return ask(name, type).getSection(Section.ANSWER).stream().map(Record::rdataToString).sorted().toList();
    }

    private static int byHand(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.http + "/api/v1/servers/localhost/" + path))
                .header("X-API-Key", PowerDnsServer.KEY).method(method, BodyPublishers.ofString(body)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    @Test
    void aZoneIsMadeAndFollowsTheEntries() throws Exception {
        PowerDnsNames names = new PowerDnsNames(server.settings("first.example.org."));
        names.set("shop", 1, List.of(entry("front", "10.5.6.100"), entry("front", "fd4e:5:6::64"), entry("admin", "10.5.6.101")));
        assertThat(answers("front.shop.first.example.org.", Type.A)).containsExactly("10.5.6.100");
        assertThat(answers("front.shop.first.example.org.", Type.AAAA)).containsExactly("fd4e:5:6:0:0:0:0:64");
        assertThat(ask("front.shop.first.example.org.", Type.A).getSection(Section.ANSWER).get(0).getTTL()).isEqualTo(5);

        names.set("shop", 2, List.of(entry("front", "10.2.1.100")));
        assertThat(answers("front.shop.first.example.org.", Type.A)).containsExactly("10.2.1.100");
        assertThat(answers("front.shop.first.example.org.", Type.AAAA)).isEmpty();
        assertThat(ask("admin.shop.first.example.org.", Type.A).getHeader().getRcode()).isEqualTo(Rcode.NXDOMAIN);
        long serial = serial("first.example.org.");
        names.set("shop", 2, List.of(entry("front", "10.2.1.100")));
        assertThat(serial("first.example.org.")).as("the same again writes nothing").isEqualTo(serial);
        names.set("shop", 3, List.of());
        assertThat(ask("front.shop.first.example.org.", Type.A).getHeader().getRcode()).isEqualTo(Rcode.NXDOMAIN);
    }

    private static long serial(String zone) throws Exception {
        return Long.parseLong(ask(zone, Type.SOA).getSection(Section.ANSWER).get(0).rdataToString().split(" ")[2]);
    }

    @Test
    void recordsOfOthersStayAsTheyAre() throws Exception {
        assertThat(byHand("POST", "zones", """
                {"name": "second.example.org.", "kind": "Native", "nameservers": ["ns1.example.org."], "rrsets": [
                  {"name": "www.second.example.org.", "type": "A", "ttl": 60, "records": [{"content": "192.0.2.1", "disabled": false}]},
                  {"name": "taken.shop.second.example.org.", "type": "A", "ttl": 60, "records": [{"content": "192.0.2.2", \
                "disabled": false}]}]}
                """)).isEqualTo(201);
        PowerDnsNames names = new PowerDnsNames(server.settings("second.example.org."));
        names.set("shop", 1, List.of(entry("front", "10.5.6.100")));
        names.set("other", 1, List.of(entry("front", "10.5.6.110")));
        names.set("shop", 2, List.of());
        assertThat(answers("www.second.example.org.", Type.A)).containsExactly("192.0.2.1");
        assertThat(answers("taken.shop.second.example.org.", Type.A)).containsExactly("192.0.2.2");
        assertThat(answers("front.other.second.example.org.", Type.A)).containsExactly("10.5.6.110");

        AdapterFault taken = fault(names, "shop", 3, entry("taken", "10.5.6.100"));
        assertThat(taken.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(taken).hasMessageContaining("taken.shop.second.example.org. A").hasMessageContaining("\nMaybe ");
        assertThat(answers("taken.shop.second.example.org.", Type.A)).containsExactly("192.0.2.2");
    }

    @Test
    void anEarlierGenerationWritesNothing() throws Exception {
        PowerDnsNames names = new PowerDnsNames(server.settings("third.example.org."));
        names.set("shop", 7, List.of(entry("front", "10.5.6.107")));
        assertThat(fault(names, "shop", 6, entry("front", "10.5.6.106")).kind()).isEqualTo(AdapterFault.Kind.OUTDATED);
        assertThat(answers("front.shop.third.example.org.", Type.A)).containsExactly("10.5.6.107");
    }

    @Test
    void aWrongKeyIsNotRetriedAndASilentServerIs() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong-key"), "no");
        PowerDnsSettings good = server.settings("fourth.example.org.");
        PowerDnsSettings refused = new PowerDnsSettings(good.server(), good.serverId(), wrong, good.zone(), good.nameServers(), good.ttl(),
                good.verifiedAt(), good.verifyLimit());
        AdapterFault untrusted = fault(new PowerDnsNames(refused), "shop", 1, entry("front", "10.5.6.100"));
        assertThat(untrusted.kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
        assertThat(untrusted.getMessage()).doesNotContain(PowerDnsServer.KEY).contains("\nMaybe ");
        PowerDnsSettings silent = new PowerDnsSettings(URI.create("http://127.0.0.1:9"), good.serverId(), good.keyFile(), good.zone(),
                good.nameServers(), good.ttl(), good.verifiedAt(), good.verifyLimit());
        assertThat(fault(new PowerDnsNames(silent), "shop", 1, entry("front", "10.5.6.100")).kind())
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
    }

    private static AdapterFault fault(PowerDnsNames names, String application, long generation, EntryPlacement entry) {
        return catchThrowableOfType(AdapterFault.class, () -> names.set(application, generation, List.of(entry)));
    }
}
