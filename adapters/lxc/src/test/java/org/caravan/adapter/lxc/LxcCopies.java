package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Copies on nodes of the test bed; gone after each test. */
@ExtendWith(LxcBed.class)
abstract class LxcCopies {

    static final CopyId WEB = new CopyId("node", new InstanceId("web", 1), 1);

    final CopySpec spec = LxcFixture.spec(101, TinyImage.WEB);
    Host east;
    LxcFixture ground;
    LxcAdapter adapter;

    @BeforeEach
    void connect() {
        east = LxcBed.east();
        ground = new LxcFixture(east);
        adapter = LxcBed.adapter();
        adapter.ensureImage(east, TinyImage.WEB);
    }

    @AfterEach
    void cleanUp() {
        for (Host host : List.of(east, LxcBed.west())) {
            adapter.observe(host).forEach(copy -> adapter.destroy(host, copy.id()));
        }
    }

    void start(Host host, CopyId id, CopySpec what, PeerRoute... routes) {
        adapter.ensure(host, id, what, List.of(routes));
        awaitReady(host, id, what);
    }

    void awaitReady(Host host, CopyId id, CopySpec what) {
        await().until(() -> adapter.whyNotReady(host, id, what.endpoints().get(0)).isEmpty());
    }

    static AdapterFault faultOf(Runnable call) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, call::run);
        assertThat(fault).as("a fault").isNotNull();
        assertThat(fault).hasMessageContaining("\nMaybe ");
        return fault;
    }
}
