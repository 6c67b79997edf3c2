package org.caravan.adapter.microvm;

import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.ScriptFixture;
import org.caravan.infrastructure.Host;

/** Copies of this form on a node of the test bed, for contracts about their network port. */
final class MicrovmFilterFixture implements FilterFixture {

    @Override
    public CloudAdapter adapter() {
        return MicrovmBed.adapter();
    }

    @Override
    public EmulatedBed bed() {
        return MicrovmBed.bed();
    }

    @Override
    public Host host() {
        return bed().east("microvm");
    }

    @Override
    public Host outside() {
        return bed().west("microvm");
    }

    @Override
    public CopySpec spec(int slot) {
        return new MicrovmFixture().spec(slot);
    }

    @Override
    public String device(CopyId id) {
        return CopyVariables.deviceOf(id);
    }

    @Override
    public String hardwareAddress(CopyId id, CopySpec spec) {
        return CopyVariables.hardwareAddress(id, spec);
    }

    @Override
    public Optional<String> process(CopyId id) {
        return Optional.empty();
    }

    @Override
    public void takePlaceOf(CopyId id) {
        bed().on(host(), ScriptFixture.hold(id) + """
                pid=$(cat /var/lib/caravan/microvm/%1$s/pid)
                ! grep -qzxF -- %1$s /proc/$pid/cmdline || kill -9 $pid
                while [ -d /proc/$pid ]; do sleep 0.01; done
                """.formatted(id.label()));
    }

    @Override
    public boolean asked() {
        return true;
    }
}
