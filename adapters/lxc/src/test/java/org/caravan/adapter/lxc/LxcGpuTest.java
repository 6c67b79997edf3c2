package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A device that the node's owner declares as a GPU is in the copy that asks for one, and in no other. The TUN device stands in for it. */
@Tag("real")
class LxcGpuTest extends LxcCopies {

    private static final CopyId OTHER = new CopyId("node", new InstanceId("other", 1), 1);
    private static final String OPEN = "sh -c 'if exec 3<>/dev/net/tun; then echo opened; fi' 2>/dev/null || true";

    @BeforeEach
    void declare() {
        // Of the node's own mounts: the machine's device keeps its mode.
        LxcBed.bed().on(east, "mknod -m 666 /var/lib/tun c 10 200; mount --bind /var/lib/tun /dev/net/tun; mkdir -p /etc/caravan;"
                + "echo 'amd /dev/net/tun' >/etc/caravan/gpus");
    }

    @AfterEach
    void withdraw() {
        LxcBed.bed().on(east, "umount /dev/net/tun; rm -f /etc/caravan/gpus /var/lib/tun");
    }

    @Test
    void isInTheCopyThatAsksForOne() {
        assertThat(adapter.inspect(east).gpus()).contains(1);
        CopySpec asking = spec.withGpu(Optional.of(new Gpus(1, Optional.of(GpuVendor.AMD))));
        start(east, WEB, asking);
        assertThat(ground.inside(WEB, OPEN)).isEqualTo("opened");
        start(east, OTHER, LxcFixture.spec(102, TinyImage.WEB));
        assertThat(ground.inside(OTHER, OPEN)).isEmpty();
        adapter.destroy(east, OTHER);
        AdapterFault taken = faultOf(() -> adapter.ensure(east, OTHER,
                LxcFixture.spec(102, TinyImage.WEB).withGpu(Optional.of(new Gpus(1, Optional.empty()))), List.of()));
        assertThat(taken.kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(taken).hasMessageContaining("0 of 1 free GPUs").hasMessageContaining("/etc/caravan/gpus");
        // A restart by the host, as after a power cut, finds the device again.
        LxcBed.bed().on(east, "lxc-stop -k -n " + WEB.label() + "; bash /var/lib/lxc/" + WEB.label() + "/again");
        assertThat(ground.inside(WEB, OPEN)).isEqualTo("opened");
    }

    @Test
    void aDeviceThatTheCopyCannotOpenIsRefused() {
        LxcBed.bed().on(east, "echo 'amd /dev/kmsg' >/etc/caravan/gpus");
        assertThat(faultOf(() -> adapter.ensure(east, WEB, spec.withGpu(Optional.of(new Gpus(1, Optional.empty()))), List.of())))
                .hasMessageContaining("cannot open the device (/dev/kmsg)").hasMessageContaining("mode 0666");
    }
}
