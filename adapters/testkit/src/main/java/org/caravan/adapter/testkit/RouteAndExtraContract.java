package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractCopies.id;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.ResourceCounters;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract test for routes and optional capabilities: a declared one works, an undeclared one is refused with a message. */
abstract class RouteAndExtraContract {

    AdapterFixture ground;
    CloudAdapter adapter;
    Host host;
    ContractCopies copies;

    /** The machines of this test; called before each test. */
    protected abstract AdapterFixture ground();

    @BeforeEach
    final void connect() {
        ground = ground();
        adapter = ground.connect();
        host = ground.host();
        copies = new ContractCopies(ground, adapter);
        copies.destroyAll();
    }

    @AfterEach
    final void cleanUp() {
        if (adapter == null) {
            return;
        }
        try (CloudAdapter closing = adapter) {
            ground.endForeignWorkload();
            copies.destroyAll();
        }
    }

    /** Omits IPv6 addresses if IPv6 is not declared, so that everything else is still tested. */
    final CopySpec spec(int slot) {
        CopySpec spec = ground.spec(slot);
        return declares(Capability.IPV6) ? spec : spec.withAddresses(of(spec, IpFamily.IPV4));
    }

    /** Skips the test with a reason if a capability is not declared. */
    private void assumeDeclared(Capability... needed) {
        for (Capability capability : needed) {
            assumeTrue(declares(capability), () -> "adapter " + adapter.provider() + " does not declare " + capability);
        }
    }

    private boolean declares(Capability capability) {
        return adapter.capabilities().contains(capability);
    }

    private static List<CopyAddress> of(CopySpec spec, IpFamily family) {
        return spec.addresses().stream().filter(address -> address.at().family() == family).toList();
    }

    /** Uses an address that is not the default source, so that a route without effect is detected. */
    private PeerRoute far(CopySpec spec, String peer, IpFamily family) {
        List<CopyAddress> own = of(spec, family);
        return new PeerRoute(peer, ground.farAddress(family), own.get(own.size() - 1).address());
    }

    @Test
    void routesAreInForceFromTheStartAndWhenTheyChange() {
        assumeDeclared(Capability.SOURCE_ROUTES);
        CopySpec spec = spec(201);
        PeerRoute far = far(spec, "catalogue", IpFamily.IPV4);
        CopyAddress near = of(spec(202), IpFamily.IPV4).get(0);
        PeerRoute neighbour = new PeerRoute("carts", near.address(), of(spec, IpFamily.IPV4).get(0).address());
        copies.ensure(id("web", 1), spec, far, neighbour);
        assertInForce(far, neighbour);
        String start = ground.startMark(id("web", 1));

        PeerRoute moved = new PeerRoute("catalogue", near.address(), of(spec, IpFamily.IPV4).get(1).address());
        adapter.route(host, id("web", 1), List.of(moved));
        assertInForce(moved);
        assertThat(ground.addressOf(id("web", 1), "carts")).as("a former peer").isEmpty();
        adapter.route(host, id("web", 1), List.of(moved));
        assertInForce(moved);
        copies.ensure(id("web", 1), spec, far);
        assertInForce(far);
        assertThat(ground.startMark(id("web", 1))).as("routes change without a new start").isEqualTo(start);
        adapter.route(host, id("web", 1), List.of());
        assertInForce();
    }

    @Test
    void routesOutliveACrash() {
        assumeDeclared(Capability.SOURCE_ROUTES);
        CopySpec spec = spec(201);
        PeerRoute far = far(spec, "catalogue", IpFamily.IPV4);
        copies.ensure(id("web", 1), spec);
        adapter.route(host, id("web", 1), List.of(far));
        ground.crash(id("web", 1));
        copies.ensure(id("web", 1), spec, far);
        assertInForce(far);
    }

    @Test
    void routesOverIpv6() {
        assumeDeclared(Capability.IPV6, Capability.SOURCE_ROUTES);
        CopySpec spec = spec(201);
        PeerRoute far = far(spec, "catalogue", IpFamily.IPV6);
        CopyAddress near = of(spec(202), IpFamily.IPV6).get(0);
        PeerRoute neighbour = new PeerRoute("carts", near.address(), of(spec, IpFamily.IPV6).get(0).address());
        copies.ensure(id("web", 1), spec, far, neighbour);
        assertInForce(far, neighbour);
    }

    private void assertInForce(PeerRoute... routes) {
        assertThat(copies.observed(id("web", 1)).routes()).containsExactlyInAnyOrder(routes);
        for (PeerRoute route : routes) {
            assertThat(ground.addressOf(id("web", 1), route.peer())).contains(route.address());
            assertThat(ground.sourceTowards(id("web", 1), route.address())).isEqualTo(route.sourceAddress());
        }
    }

    @Test
    void saysThatACopyToRouteIsNotThere() {
        assertFault(faultOf(() -> adapter.route(host, id("web", 1), List.of())),
                AdapterFault.Kind.FAILED, "contract.web.1.1", host.id());
    }

    @Test
    void returnsTheLastLinesOfTheLog() {
        assumeDeclared(Capability.LOG);
        CopySpec spec = spec(201);
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
        await().until(() -> !adapter.log(host, id("web", 1), 5).isEmpty());
        assertThat(adapter.log(host, id("web", 1), 1)).hasSize(1).allMatch(line -> !line.isBlank() && line.equals(line.strip()));
        assertThat(adapter.log(host, id("web", 1), 0)).isEmpty();
    }

    @Test
    void measuresWhatACopyUses() {
        assumeDeclared(Capability.USAGE);
        CopySpec spec = spec(201);
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
        CopyUsage usage = adapter.usage(host, id("web", 1));
        assertThat(usage.cpuMillis()).isBetween(0L, 60_000L);
        assertThat(usage.memory()).isBetween(new Bytes(1), spec.memory());
        assertFault(faultOf(() -> adapter.usage(host, id("none", 1))), AdapterFault.Kind.FAILED, "contract.none.1.1");

        HostUsage all = adapter.usage(host);
        assertThat(all.copies()).containsOnlyKeys(id("web", 1));
        ResourceCounters web = all.copies().get(id("web", 1));
        assertThat(web.cpuMillis()).isBetween(usage.cpuMillis(), 120_000L);
        assertThat(web.memory()).isBetween(new Bytes(1), spec.memory());
        assertThat(all.host().cpuMillis()).isGreaterThanOrEqualTo(web.cpuMillis());
        assertThat(all.host().memory()).isGreaterThanOrEqualTo(web.memory());
    }

    @Test
    void refusesInWordsWhatItDoesNotDeclare() {
        assumeFalse(adapter.capabilities().containsAll(List.of(Capability.values())), "declares everything");
        CopySpec spec = ground.spec(201);
        if (!declares(Capability.LOG)) {
            assertUnsupported(() -> adapter.log(host, id("web", 1), 5));
        }
        if (!declares(Capability.USAGE)) {
            assertUnsupported(() -> adapter.usage(host, id("web", 1)));
        }
        if (!declares(Capability.IPV6)) {
            assertUnsupported(() -> adapter.ensure(host, id("web", 1), spec, List.of()));
        }
        if (!declares(Capability.FILTER)) {
            assertUnsupported(() -> adapter.admit(host, id("web", 1), spec, Admitted.of(List.of())));
        }
        if (!declares(Capability.SOURCE_ROUTES)) {
            assertUnsupported(() -> adapter.route(host, id("web", 1), List.of(far(spec, "peer", IpFamily.IPV4))));
        }
    }

    private void assertUnsupported(ThrowingCallable call) {
        assertFault(faultOf(call), AdapterFault.Kind.UNSUPPORTED, adapter.provider());
    }
}
