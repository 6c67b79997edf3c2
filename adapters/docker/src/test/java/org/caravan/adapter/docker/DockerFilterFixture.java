package org.caravan.adapter.docker;

import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.testkit.DockerEngine;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.infrastructure.Host;

/** Copies of this form on a node of the test bed, for contracts about their network port. */
final class DockerFilterFixture implements FilterFixture {

    @Override
    public CloudAdapter adapter() {
        return DockerBed.adapter();
    }

    @Override
    public EmulatedBed bed() {
        return DockerBed.bed();
    }

    @Override
    public Host host() {
        return bed().east("docker");
    }

    @Override
    public Host outside() {
        return bed().west("docker");
    }

    @Override
    public CopySpec spec(int slot) {
        return new DockerFixture().spec(slot);
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
        return Optional.of(bed().on(host(), "docker inspect -f '{{.State.Pid}}' " + id.label()));
    }

    /** The engine of the test bed is not started by the node itself; the keeper of the copies waits for it. */
    @Override
    public void reboot() {
        bed().reboot(host());
        DockerEngine.start(bed(), host());
    }

    @Override
    public boolean asked() {
        return false;
    }
}
