package org.caravan.adapter.testkit;

import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.infrastructure.Host;

/** What the contract of pairs needs to know of one form of copies on a node of the test bed. */
public interface FilterGround {

    /** One of its own for each test, which closes it. */
    CloudAdapter adapter();

    EmulatedBed bed();

    /** A host at site {@code east} of the bed. */
    Host host();

    /** A host of the other site, from which copies are reached as from anywhere. */
    Host outside();

    /** A copy that answers on port 80 at three addresses, two of IPv4. */
    CopySpec spec(int slot);

    /** Name of the copy's device on the host. */
    String device(CopyId id);

    String hardwareAddress(CopyId id, CopySpec spec);

    /** Number of a process in the copy's network namespace; empty for a form that has a machine of its own. */
    Optional<String> process(CopyId id);

    /** Ends the machine of a copy whose form has one, and leaves its device: the test takes its place there. */
    default void takePlaceOf(CopyId id) {
        throw new AssertionError("a copy of this form is no machine: " + id.label());
    }

    /** Whether the host itself reaches the copy's endpoints. */
    boolean asked();
}
