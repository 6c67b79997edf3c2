package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;

/** Copies of a contract test, all of application {@code contract}, so that they are distinguishable from others. */
final class ContractCopies {

    private static final String APPLICATION = "contract";

    private final AdapterFixture ground;
    private final CloudAdapter adapter;

    ContractCopies(AdapterFixture ground, CloudAdapter adapter) {
        this.ground = ground;
        this.adapter = adapter;
    }

    static CopyId id(String component, long generation) {
        return new CopyId(APPLICATION, new InstanceId(component, 1), generation);
    }

    void ensure(CopyId id, CopySpec spec, PeerRoute... routes) {
        adapter.ensureImage(ground.host(), spec.image());
        adapter.ensure(ground.host(), id, spec, List.of(routes));
    }

    List<ObservedCopy> observed() {
        return observed(adapter);
    }

    List<ObservedCopy> observed(CloudAdapter by) {
        return by.observe(ground.host()).stream()
                .filter(copy -> copy.id().application().equals(APPLICATION))
                .sorted(Comparator.comparing(ObservedCopy::id))
                .toList();
    }

    ObservedCopy observed(CopyId id) {
        return observed().stream().filter(copy -> copy.id().equals(id)).findFirst()
                .orElseThrow(() -> new AssertionError(id.label() + " is not observed"));
    }

    void destroyAll() {
        observed().forEach(copy -> adapter.destroy(ground.host(), copy.id()));
    }

    void awaitMade(CopyId id) {
        await(id.label() + " to be made").until(() -> adapter.whyNotMade(ground.host(), id), Optional::isEmpty);
    }

    void awaitReady(CopyId id, CopySpec spec) {
        await(id.label() + " to be ready").until(() -> adapter.whyNotReady(ground.host(), id, spec.endpoints().get(0)), Optional::isEmpty);
    }

    /** Runs all calls concurrently and waits for all; throws the first failure. */
    static void atOnce(List<Callable<Void>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            for (Future<Void> call : threads.invokeAll(calls)) {
                call.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    static AdapterFault faultOf(ThrowingCallable call) {
        try {
            call.call();
        } catch (AdapterFault e) {
            return e;
        } catch (Throwable e) {
            throw new AssertionError("an adapter throws AdapterFault only", e);
        }
        throw new AssertionError("no fault");
    }

    /** Every fault names its subject and ends with a suggestion. */
    static void assertFault(AdapterFault fault, AdapterFault.Kind kind, String... words) {
        assertThat(fault.kind()).as(fault.getMessage()).isEqualTo(kind);
        assertThat(fault.getMessage()).contains(words).contains("\nMaybe ").doesNotContain("Exception");
    }
}
