package org.caravan.adapter.testkit;

import java.util.List;
import java.util.SortedSet;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;

/**
 * Test fixture of the machine contract: facts about the provider, and observations without the cloud under test. Asking the cloud
 * about itself would prove little. Everything stays on loopback or in namespaces.
 */
public interface MachineFixture {

    /** Infrastructure name of all machines of the contract test, so that they are distinguishable from others. */
    String INFRASTRUCTURE = "contract";

    /** A new connection to the same provider, as after a restart of the server: without any state. */
    MachineCloud connect();

    /** Region in which machines can be provisioned. */
    Region region();

    /** The same provider with an account whose quota permits no machine. */
    Region regionWithoutQuota();

    /** The same provider with a wrong password. */
    Region regionWithWrongPassword();

    /** Password that must never appear in a message. */
    String password();

    /** A region whose endpoint does not answer. */
    Region unreachableRegion();

    /**
     * A small machine of infrastructure {@link #INFRASTRUCTURE}. Its first boot starts a server that answers HTTP on TCP port 8080
     * of every address. {@link #overSsh} can run commands on it as root.
     */
    MachineOrder order(String hostId);

    /** Like {@link #order}, with an offer that exists but for which the provider has no capacity, whatever the quota. */
    MachineOrder orderWithoutRoom(String hostId);

    /** An offer other than that of {@link #order}. */
    String otherOffer();

    /** A free address in the machines' network, unique for each number. */
    String freeAddress(IpFamily family, int number);

    /** An address outside the machines' network. */
    default String farAddress() {
        return "192.0.2.77";
    }

    /** True if the port accepts a new TCP connection from outside the machine, as for users and the server; has a timeout. */
    boolean answers(String address, int port);

    /** True if the port accepts a TCP connection from this machine, from its first address of the same IP version; has a timeout. */
    boolean connects(ObservedMachine from, String address, int port);

    /** Stripped output of a command run as root on the machine, through its SSH address with the order's key. */
    String overSsh(ObservedMachine machine, String command);

    /** A shell command that configures this address on the machine, like the preparation. */
    default String commandToTake(String address) {
        return "ip address replace " + address + (address.contains(":") ? "/128" : "/32") + " dev eth0"
                + (address.contains(":") ? " nodad" : "");
    }

    /**
     * Access rules according to the provider itself: {@code tcp 8080 ipv4}, {@code icmp ipv6} for rules with any source. A port
     * range is written as {@code 80-99}; a restricted source follows. Empty if the provider has no firewall.
     */
    SortedSet<String> openings(MachineLabel label);

    /** Removes the rules for SSH and ICMP from the machine's firewall, as a person could at the provider. @return false if it has none */
    default boolean withdraw(MachineLabel label) {
        return false;
    }

    /** Provisions a machine without a Caravan label; released by {@link #endForeignMachine()}. */
    void startForeignMachine();

    /** Releases the machine, if there is one. */
    void endForeignMachine();

    /** Traces of the machine on the provider, as text: servers, disks, ports, addresses, security groups, keys. */
    List<String> remainsOf(MachineLabel label);
}
