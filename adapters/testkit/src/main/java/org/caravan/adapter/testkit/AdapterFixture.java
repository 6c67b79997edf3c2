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
 * Test fixture of the adapter contract: facts about the machines, and observations without the adapter under test. Asking the
 * adapter about itself would prove little.
 */
public interface AdapterFixture {

    /** A new adapter for the same machines, as after a restart of the server: without any state. */
    CloudAdapter connect();

    /** A reachable host. */
    Host host();

    /** An unreachable host. */
    Host unreachableHost();

    /**
     * A copy with an endpoint {@code web} that answers {@code GET /} with 200, and that writes a line when it starts. Its addresses
     * end in the slot, and specs of two slots differ in nothing else. It has at least two addresses of one IP version.
     */
    CopySpec spec(int slot);

    /** Name of an image that does not exist. */
    String missingImage();

    /** Architecture of its hosts. */
    default Architecture architecture() {
        return Architecture.AMD64;
    }

    /** An architecture that its images do not support; empty if images support all. */
    default Optional<Architecture> otherArchitecture() {
        return Optional.of(Architecture.ARM64);
    }

    /** An address outside all prefixes of the host's site. */
    default String farAddress(IpFamily family) {
        return family == IpFamily.IPV4 ? "192.0.2.77" : "2001:db8::77";
    }

    /** Starts a workload on the host that Caravan does not own; ended by {@link #endForeignWorkload()}. */
    void startForeignWorkload();

    /** Ends the workload, if there is one. */
    void endForeignWorkload();

    /** Changes with every start of the copy, and only then. */
    String startMark(CopyId id);

    /** Ends the process of the copy like a crash (by signal 9); its host restarts it. */
    void endProcess(CopyId id);

    /** Exit code that the host reports after {@link #endProcess}; empty if it cannot know. */
    default OptionalInt exitCodeOfEnd() {
        return OptionalInt.of(137);
    }

    /** Advances time for a simulated host; tests wait for real hosts. */
    default void pass(Duration time) {}

    /** Ends the copy like a crash, on a host that no longer restarts it; it stays on the host. */
    void crash(CopyId id);

    /** Address of the peer's name inside the copy; empty if it has none. */
    Optional<String> addressOf(CopyId id, String peer);

    /** Content of a secret file inside the copy; empty if there is none. Called only for adapters that supply secrets. */
    default Optional<String> secretOf(CopyId id, String fileName) {
        throw new AssertionError("this ground cannot look at secrets");
    }

    /** True if commands are executed; otherwise their output states that it is simulated. */
    default boolean runsCommands() {
        return true;
    }

    /** Source address of the copy's packets to this address. */
    String sourceTowards(CopyId id, String address);

    /** Traces of the copy on the host, as text: processes, folders, devices. */
    List<String> remainsOf(CopyId id);
}
