package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.xbill.DNS.ClientSubnetOption;
import org.xbill.DNS.EDNSOption;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** A name server on loopback that knows one application, asked as a resolver would ask. */
abstract class OnLoopback {

    static final String FRONTEND = "frontend.sock-shop.caravan.";

    EntryNames names;

    @BeforeEach
    void listen() {
        UsersLookup lookup = (application, address) -> address.startsWith("10.7.88.")
                ? Optional.of(new UsersLookup.Match("bergen", 24))
                : Optional.empty();
        names = EntryNames.listen(List.of(loopback(), loopback()), lookup);
        names.set("sock-shop", 1, List.of(
                entry("bergen", "frontend", IpFamily.IPV4, "10.1.2.100"),
                entry("haikou", "frontend", IpFamily.IPV6, "fd4e:1:2::100"),
                entry("bergen", "admin", IpFamily.IPV6, "fd4e:1:2::101")));
    }

    @AfterEach
    void close() {
        names.close();
    }

    Message ask(String name, int type, EDNSOption... options) throws IOException {
        Resolver resolver = Dig.resolver(names.addresses().get(0));
        if (options.length > 0) {
            resolver.setEDNS(0, 1232, 0, List.of(options));
        }
        return resolver.send(Dig.query(name, type));
    }

    static List<String> data(Message answer) {
        return answer.getSection(Section.ANSWER).stream().map(Record::rdataToString).toList();
    }

    static ClientSubnetOption scope(Message answer) {
        return (ClientSubnetOption) answer.getOPT().getOptions(EDNSOption.Code.CLIENT_SUBNET).get(0);
    }

    static void assertNothing(Message answer, int rcode) {
        assertThat(answer.getRcode()).isEqualTo(rcode);
        assertThat(answer.getSection(Section.ANSWER)).isEmpty();
        assertThat(answer.getSection(Section.AUTHORITY)).extracting(Record::getType).containsExactly(Type.SOA);
    }

    static ClientSubnetOption subnet(String address, int bits) throws UnknownHostException {
        return new ClientSubnetOption(bits, InetAddress.getByName(address));
    }

    static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static EntryPlacement entry(String usersId, String component, IpFamily family, String address) {
        PathId path = new PathId(new AccessPoint("users", "isp", family), new AccessPoint("ohio", "isp", family));
        return new EntryPlacement(usersId, new InstanceId(component, 1), "http", 80, path, address);
    }
}
