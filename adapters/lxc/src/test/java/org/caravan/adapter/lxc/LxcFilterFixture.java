package org.caravan.adapter.lxc;

import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;

/** Copies of this form on a node of the test bed, for contracts about their network port. */
final class LxcFilterFixture implements FilterFixture {

    @Override
    public CloudAdapter adapter() {
        return LxcBed.adapter();
    }

    @Override
    public EmulatedBed bed() {
        return LxcBed.bed();
    }

    @Override
    public Host host() {
        return LxcBed.east();
    }

    @Override
    public Host outside() {
        return LxcBed.west();
    }

    @Override
    public CopySpec spec(int slot) {
        return LxcFixture.spec(slot, TinyImage.WEB);
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
        return Optional.of(LxcBed.bed().on(host(), "lxc-info -pH -n " + id.label()));
    }

    @Override
    public boolean asked() {
        return false;
    }
}
