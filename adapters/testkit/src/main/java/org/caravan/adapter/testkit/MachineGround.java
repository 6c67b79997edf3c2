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
 * What the contract test needs to know of the provider it rents from, and what it must see there without the cloud
 * under test: a test that asks it about itself proves little. Everything stays on loopback or in namespaces.
 */
public interface MachineGround {

    /** Name of the infrastructure of all machines that the contract rents, so that they can be told from others. */
    String INFRASTRUCTURE = "contract";

    /** A new connection to the same provider, as after a restart of the server: it remembers nothing. */
    MachineCloud connect();

    /** Where machines can be rented. */
    Region region();

    /** The same provider with an account whose quota allows no machine. */
    Region regionWithoutQuota();

    /** The same provider with a wrong password. */
    Region regionWithWrongPassword();

    /** What must never be in a message. */
    String password();

    /** An endpoint at which nothing listens. */
    Region unreachableRegion();

    /**
     * A small machine of infrastructure {@link #INFRASTRUCTURE}, on whose first boot a server starts that answers HTTP on
     * TCP port 8080 of every address, and on which {@link #overSsh} may run commands as root.
     */
    MachineOrder order(String hostId);

    /** Like {@link #order}, of an offer that exists but for which the provider has no room, whatever the quota. */
    MachineOrder orderWithoutRoom(String hostId);

    /** An offer other than that of {@link #order}. */
    String otherOffer();

    /** A free address in the machines' network; each number has its own. */
    String freeAddress(IpFamily family, int number);

    /** An address outside of the machines' network. */
    default String farAddress() {
        return "192.0.2.77";
    }

    /** Whether the port takes a new TCP connection, asked from outside of the machine as users and the server do; bounded. */
    boolean answers(String address, int port);

    /** What the command prints, run as root on the machine by its SSH address and the key of the order; stripped. */
    String overSsh(ObservedMachine machine, String command);

    /** A shell command that gives the machine this address, as preparing it would. */
    default String commandToTake(String address) {
        return "ip address replace " + address + (address.contains(":") ? "/128" : "/32") + " dev eth0"
                + (address.contains(":") ? " nodad" : "");
    }

    /**
     * What the provider itself says is let in to the machine, from everywhere: {@code tcp 8080 ipv4}, {@code icmp ipv6}; a range of ports as
     * {@code 80-99}, a source that is not everywhere behind it. Empty if the provider keeps nothing out.
     */
    SortedSet<String> openings(MachineLabel label);

    /** Rents something that is not ours; given back by {@link #endForeignMachine()}. */
    void startForeignMachine();

    /** Also when there is none. */
    void endForeignMachine();

    /** Traces of the machine on the provider: servers, disks, ports, addresses, security groups, keys, as text for a person. */
    List<String> remainsOf(MachineLabel label);
}
