package org.caravan.adapter.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.IpFamily;

/**
 * What the contract test needs to know of the machines it runs on, and what it must see there without the adapter
 * under test: a test that asks the adapter about itself proves little.
 */
public interface AdapterGround {

    /** A new adapter to the same machines, as after a restart of the server: it remembers nothing. */
    CloudAdapter connect();

    /** A host that answers. */
    Host host();

    /** A host that does not. */
    Host unreachableHost();

    /**
     * A copy with an endpoint {@code web} that answers {@code GET /} with 200, writing a line at its start. Its addresses
     * end in the slot; specs of two slots differ in nothing else. At least two addresses of one IP version.
     */
    CopySpec spec(int slot);

    /** Name of an image that is nowhere. */
    String missingImage();

    /** Of its hosts. */
    default Architecture architecture() {
        return Architecture.AMD64;
    }

    /** One that its images are not for; empty where images are for all. */
    default Optional<Architecture> otherArchitecture() {
        return Optional.of(Architecture.ARM64);
    }

    /** An address outside of all prefixes of the host's site. */
    default String farAddress(IpFamily family) {
        return family == IpFamily.IPV4 ? "192.0.2.77" : "2001:db8::77";
    }

    /** Starts something on the host that is not ours; ended by {@link #endForeignWorkload()}. */
    void startForeignWorkload();

    /** Also when there is none. */
    void endForeignWorkload();

    /** Changes with every start of the copy, and only then. */
    String startMark(CopyId id);

    /** Ends the process of the copy as a crash would (by signal 9): its host starts it again. */
    void endProcess(CopyId id);

    /** What the host tells of {@link #endProcess}; empty where it cannot know. */
    default OptionalInt exitCodeOfEnd() {
        return OptionalInt.of(137);
    }

    /** Lets the time pass that a host waits for; real ones are waited for. */
    default void pass(Duration time) {}

    /** Ends the copy as a crash would, on a host that leaves it alone from now on; it stays on the host. */
    void crash(CopyId id);

    /** The address that the peer's name has inside of the copy; empty if it has none. */
    Optional<String> addressOf(CopyId id, String peer);

    /** What the copy reads in the file of a secret; empty if there is none. Asked only of adapters that supply secrets. */
    default Optional<String> secretOf(CopyId id, String fileName) {
        throw new AssertionError("this ground cannot look at secrets");
    }

    /** Whether commands run for real; where they do not, what comes back says that it is simulated. */
    default boolean runsCommands() {
        return true;
    }

    /** The source address that packets of the copy to this address leave with. */
    String sourceTowards(CopyId id, String address);

    /** Traces of the copy on the host: processes, folders, devices, as text for a person. */
    List<String> remainsOf(CopyId id);
}
