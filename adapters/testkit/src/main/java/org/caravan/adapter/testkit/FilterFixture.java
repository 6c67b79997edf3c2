package org.caravan.adapter.testkit;

import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.infrastructure.Host;

/** Test fixture of the filter contract for one form of copies on a node of the test bed. */
public interface FilterFixture {

    /** A new adapter for each test, which closes it. */
    CloudAdapter adapter();

    EmulatedBed bed();

    /** A host at site {@code east} of the bed. */
    Host host();

    /** A host of the other site, used as an outside client. */
    Host outside();

    /** A copy that answers on port 80 at three addresses, two of them IPv4. */
    CopySpec spec(int slot);

    /** Name of the copy's device on the host. */
    String device(CopyId id);

    String hardwareAddress(CopyId id, CopySpec spec);

    /** Id of a process in the copy's network namespace; empty for a form with its own machine. */
    Optional<String> process(CopyId id);

    /** Ends the machine of a copy for good and keeps its network device, so that the test can use the device. Idempotent. */
    default void takePlaceOf(CopyId id) {
        throw new AssertionError("a copy of this form is no machine: " + id.label());
    }

    /** Cuts the power of the host and starts it again, with its copies. Makes no call of the adapter. */
    default void reboot() {
        bed().reboot(host());
    }

    /** True if the host itself connects to the copy's endpoints. */
    boolean asked();
}
