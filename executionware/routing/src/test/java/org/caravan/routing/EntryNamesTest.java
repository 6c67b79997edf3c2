package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.ClientSubnetOption;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Which answer whom. */
class EntryNamesTest extends OnLoopback {

    @Test
    void answersEachGroupOfUsersByClientSubnet() throws Exception {
        Message bergen = ask(FRONTEND, Type.A, subnet("10.7.88.0", 24));
        assertThat(data(bergen)).containsExactly("10.1.2.100");
        assertThat(bergen.getHeader().getFlag(Flags.AA)).isTrue();
        assertThat(bergen.getSection(Section.ANSWER)).allMatch(record -> record.getTTL() == 1);
        assertThat(scope(bergen)).isEqualTo(new ClientSubnetOption(24, 24, InetAddress.getByName("10.7.88.0")));
    }

    @Test
    void scopeTellsResolverHowMuchOfTheAddressItMustSend() throws Exception {
        assertThat(scope(ask(FRONTEND, Type.A, subnet("10.7.88.9", 32))).getScopePrefixLength()).isEqualTo(24);
        assertThat(scope(ask(FRONTEND, Type.A, subnet("10.9.0.0", 16))).getScopePrefixLength()).isEqualTo(16);
        assertThat(scope(ask(FRONTEND, Type.A, subnet("0.0.0.0", 0))).getScopePrefixLength()).isZero();
    }

    /** A second server on one machine is told which port it can have. */
    @Test
    void aTakenPortIsRefusedWithAFreeOne() throws Exception {
        UsersLookup none = (application, address) -> Optional.empty();
        try (EntryNames first = EntryNames.listen(List.of(loopback()), none)) {
            InetSocketAddress taken = first.addresses().get(0);
            NamesUnavailable refused = catchThrowableOfType(NamesUnavailable.class, () -> EntryNames.listen(List.of(taken), none));
            assertThat(refused).hasMessageContaining(":" + taken.getPort() + ": ").hasMessageContaining("perhaps a second Caravan server");
            String[] free = refused.free().orElseThrow().split(":");
            try (EntryNames second = EntryNames.listen(List.of(new InetSocketAddress(free[0], Integer.parseInt(free[1]))), none)) {
                assertThat(second.addresses()).hasSize(1);
            }
        }
    }

    @Test
    void anAddressOfAnotherMachineIsRefusedWithoutAProposal() {
        NamesUnavailable refused = catchThrowableOfType(NamesUnavailable.class,
                () -> EntryNames.listen(List.of(new InetSocketAddress("192.0.2.1", 5053)), (application, address) -> Optional.empty()));
        assertThat(refused.free()).isEmpty();
        assertThat(refused).hasMessageContaining("192.0.2.1:5053");
    }

    @Test
    void unknownUsersGetTheFirstGroupsAnswer() throws Exception {
        assertThat(data(ask(FRONTEND, Type.A))).containsExactly("10.1.2.100");
    }

    @Test
    void withoutClientSubnetTheSourceAddressCounts() throws Exception {
        UsersLookup bySource = (application, address) ->
                Optional.of(new UsersLookup.Match(address.equals("127.0.0.1") ? "haikou" : "bergen", 8));
        LookUps lookUps = new LookUps();
        try (EntryNames local = EntryNames.listen(List.of(loopback()), bySource, lookUps)) {
            local.set("sock-shop", 1, List.of(
                    entry("bergen", "frontend", IpFamily.IPV6, "fd4e:1:2::1"),
                    entry("haikou", "frontend", IpFamily.IPV6, "fd4e:1:2::2")));
            assertThat(data(Dig.send(local.addresses().get(0), Dig.query(FRONTEND, Type.AAAA), false)))
                    .containsExactly("fd4e:1:2:0:0:0:0:2");
            assertThat(data(Dig.send(local.addresses().get(0), Dig.query(FRONTEND, Type.A), false))).isEmpty();
            assertThat(lookUps.perMinute("sock-shop", "haikou")).as("answers with an address").isEqualTo(1);
            assertThat(lookUps.perMinute("sock-shop", "bergen")).isZero();
        }
    }

    @Test
    void nameWithoutAddressOfTheTypeExists() throws Exception {
        assertNothing(ask("admin.sock-shop.caravan.", Type.A), Rcode.NOERROR);
        assertNothing(ask(FRONTEND, Type.TXT), Rcode.NOERROR);
        assertNothing(ask("sock-shop.caravan.", Type.A), Rcode.NOERROR);
        assertNothing(ask("caravan.", Type.A), Rcode.NOERROR);
    }

    @Test
    void unknownNameDoesNotExist() throws Exception {
        assertNothing(ask("carts.sock-shop.caravan.", Type.A), Rcode.NXDOMAIN);
        assertNothing(ask("frontend.other.caravan.", Type.AAAA), Rcode.NXDOMAIN);
        assertNothing(ask("www.frontend.sock-shop.caravan.", Type.A), Rcode.NXDOMAIN);
    }

    @Test
    void nameIsFoundInAnyCase() throws Exception {
        assertThat(data(ask("FrontEnd.SOCK-shop.Caravan.", Type.A))).containsExactly("10.1.2.100");
    }

    @Test
    void apexHasItsAuthority() throws Exception {
        assertThat(ask("caravan.", Type.SOA).getSection(Section.ANSWER)).hasSize(1);
        assertThat(ask("caravan.", Type.NS).getSection(Section.ANSWER)).hasSize(1);
    }

    @Test
    void replicasAreGivenTogetherAndInTurn() throws Exception {
        names.set("sock-shop", 2, List.of(
                entry("bergen", "frontend", IpFamily.IPV4, "10.1.3.101"), entry("bergen", "frontend", IpFamily.IPV4, "10.1.3.102")));
        List<String> first = data(ask(FRONTEND, Type.A));
        List<String> second = data(ask(FRONTEND, Type.A));
        assertThat(first).containsExactlyInAnyOrder("10.1.3.101", "10.1.3.102");
        assertThat(second).containsExactly(first.get(1), first.get(0));
    }

    @Test
    void changedEntriesAreAnsweredAtOnceAndRemovedOnesAreGone() throws Exception {
        names.set("sock-shop", 2, List.of(entry("bergen", "frontend", IpFamily.IPV4, "10.1.3.101")));
        assertThat(data(ask(FRONTEND, Type.A))).containsExactly("10.1.3.101");
        names.set("sock-shop", 3, List.of());
        assertNothing(ask(FRONTEND, Type.A), Rcode.NXDOMAIN);
    }
}
