package org.caravan.adapter.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A device that the node's owner declares as a GPU is passed to the copy that asks for one. The TUN device stands in for it. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerGpuTest {

    private static final CopyId WEB = new CopyId("node-test", new InstanceId("web", 1), 1);

    private EmulatedBed bed;
    private Host host;
    private DockerAdapter adapter;
    private CopySpec asking;

    @BeforeEach
    void declare() {
        bed = DockerBed.bed();
        host = bed.east("docker");
        adapter = DockerBed.adapter();
        asking = new DockerFixture().spec(211).withGpu(Optional.of(new Gpus(1, Optional.empty())));
        adapter.ensureImage(host, asking.image());
        // Of the node's own mounts: the machine's device keeps its mode.
        bed.on(host, "mknod -m 666 /var/lib/tun c 10 200; mount --bind /var/lib/tun /dev/net/tun; mkdir -p /etc/caravan;"
                + "echo 'amd /dev/net/tun' >/etc/caravan/gpus");
    }

    @AfterEach
    void end() {
        adapter.destroy(host, WEB);
        bed.on(host, "umount /dev/net/tun; rm -f /etc/caravan/gpus /var/lib/tun");
    }

    @Test
    void isInTheCopyThatAsksForOne() {
        adapter.ensure(host, WEB, asking, List.of());
        assertThat(bed.on(host, "docker inspect -f '{{range .HostConfig.Devices}}{{.PathOnHost}} {{.CgroupPermissions}}{{end}}' "
                + WEB.label())).isEqualTo("/dev/net/tun rw");
        assertThat(new DockerFixture().inside(WEB, "sh -c 'if exec 3<>/dev/net/tun; then echo opened; fi' 2>/dev/null || true"))
                .isEqualTo("opened");
    }

    /** Without the vendor's toolkit in the engine, devices of NVIDIA are passed as they are; without any, the copy is refused. */
    @Test
    void withoutADeclaredGpuItIsRefused() {
        bed.on(host, "echo '# none' >/etc/caravan/gpus");
        assertThat(adapter.inspect(host).gpus()).contains(0);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(host, WEB, asking, List.of())))
                .hasMessageContaining("0 of 1 free GPUs").extracting(AdapterFault::kind).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
    }
}
