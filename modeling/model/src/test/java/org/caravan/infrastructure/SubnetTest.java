package org.caravan.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubnetTest {

    private final Subnet four = new Subnet("10.7.88.0/24", "10.7.88.1");
    private final Subnet six = new Subnet("fd4e:7:58::/64", "fd4e:7:58::1");

    @Test
    void addressesAreCountedFromTheNetworkAddress() {
        assertThat(four.address(0)).isEqualTo("10.7.88.0");
        assertThat(four.address(249)).isEqualTo("10.7.88.249");
        assertThat(four.address(256)).isEqualTo("10.7.89.0");
        assertThat(six.address(100)).isEqualTo("fd4e:7:58::64");
    }

    @Test
    void onlyAddressesOfThePrefixAndItsIpVersionAreContained() {
        assertThat(four.contains("10.7.88.255")).isTrue();
        assertThat(four.contains("10.7.89.0")).isFalse();
        assertThat(four.contains("fd4e:7:58::1")).isFalse();
        assertThat(six.contains("fd4e:7:58:0:ffff::")).isTrue();
        assertThat(six.contains("fd4e:7:58:1::")).isFalse();
        assertThat(new Subnet("0.0.0.0/0", "10.0.0.1").contains("192.0.2.1")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "10.7.88.0/24, 10.7.88.0",
        "10.7.88.77/24, 10.7.88.0",
        "10.7.88.255/31, 10.7.88.254",
        "10.7.88.1/32, 10.7.88.1",
        "10.7.88.1/0, 0.0.0.0"
    })
    void theNetworkAddressHasNoBitOfAMachine(String prefix, String network) {
        assertThat(new Subnet(prefix, "10.7.88.1").networkAddress()).isEqualTo(network);
    }

    /** RFC 5952, sections 4.1 to 4.3. */
    @ParameterizedTest
    @CsvSource({
        "2001:0DB8:0:0:0:0:0:1, 2001:db8::1",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "1:0:0:0:0:0:0:0, 1::",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1"
    })
    void equalAddressesHaveOneText(String written, String canonical) {
        assertThat(new Subnet(written + "/128", "::1").address(0)).isEqualTo(canonical);
    }

    /** Machines and users tell their addresses in forms that no model has. */
    @Test
    void addressesAtRunTimeMayBeMapped() {
        assertThat(four.contains("::ffff:10.7.88.9")).isTrue();
        assertThat(six.contains("::ffff:10.7.88.9")).isFalse();
        assertThat(four.slotOf("10.7.88.100")).hasValue(100);
        assertThat(four.slotOf("10.7.89.0")).isEmpty();
        assertThat(four.lastSlot()).isEqualTo(255);
        assertThat(six.lastSlot()).isEqualTo(Integer.MAX_VALUE);
    }

    /** None of these may reach a name server: a test without network would hang. */
    @ParameterizedTest
    @CsvSource({
        "10.7.88.0, 10.7.88.1, needs its length",
        "10.7.88.0/x, 10.7.88.1, needs its length",
        "10.7.88.0/+8, 10.7.88.1, needs its length",
        "10.7.88.0/33, 10.7.88.1, 0 to 32",
        "10.7/16, 10.7.0.1, not an IP address",
        "999.7.88.0/24, 10.7.88.1, not an IP address",
        "example.org/24, 10.7.88.1, not an IP address",
        "10.7.88.0/24, gateway, not an IP address",
        "10.7.88.0/24, fd00::1, differ in IP version",
        "::ffff:10.7.88.0/120, ::ffff:10.7.88.1, an IPv4 address is written as 10.7.88.0",
        "fd00::/64, ::ffff:10.7.88.1, an IPv4 address is written as 10.7.88.1",
        "fd00::/64, fe80::1%eth0, an address has no zone here"
    })
    void whatIsNoPrefixIsRejected(String prefix, String gateway, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Subnet(prefix, gateway)).withMessageContaining(message);
    }
}
