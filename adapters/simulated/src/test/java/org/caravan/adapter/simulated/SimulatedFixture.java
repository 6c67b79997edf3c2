package org.caravan.adapter.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** The simulated machines under the contract test; looked at behind the adapter's back where they can be. */
final class SimulatedFixture implements AdapterFixture {

    static final String MISSING_IMAGE = "shop/none";

    private final SimulatedAdapter first;
    private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);

    /** The clock of its hosts is the system's and what is passed. */
    SimulatedFixture(SimulatedScript script) {
        this.first = SimulatedAdapter.open(Places.PAIR, script, () -> Instant.now().plus(passed.get()));
    }

    static CopySpec specAt(int slot) {
        Site site = Places.PAIR.site("bergen");
        List<CopyAddress> addresses = site.accessPoints().stream().map(point -> {
            Subnet subnet = site.subnet(point);
            return new CopyAddress(point, subnet.address(slot), subnet.prefixLength(), subnet.gateway());
        }).toList();
        return new CopySpec("shop/web", new MilliCores(100), Bytes.ofMebi(64), Map.of(),
                List.of(new Endpoint("web", 80, new Readiness.HttpAnswers("/", 200))), addresses);
    }

    @Override
    public CloudAdapter connect() {
        return first.restarted();
    }

    @Override
    public Host host() {
        return Places.host("pi-1");
    }

    @Override
    public Host unreachableHost() {
        return Places.host("pi-99");
    }

    @Override
    public CopySpec spec(int slot) {
        return specAt(slot);
    }

    @Override
    public String missingImage() {
        return MISSING_IMAGE;
    }

    @Override
    public Optional<Architecture> otherArchitecture() {
        return Optional.empty();
    }

    @Override
    public void startForeignWorkload() {
        // nothing foreign runs on machines that are ours alone
    }

    @Override
    public void endForeignWorkload() {
        // see above
    }

    @Override
    public String startMark(CopyId id) {
        return "start " + first.hosts().starts(host().id(), id);
    }

    @Override
    public void endProcess(CopyId id) {
        first.mishaps().end(host().id(), id, 137);
    }

    @Override
    public void pass(Duration time) {
        passed.updateAndGet(before -> before.plus(time));
    }

    @Override
    public void crash(CopyId id) {
        first.mishaps().crash(host().id(), id);
    }

    @Override
    public Optional<String> addressOf(CopyId id, String peer) {
        return routes(id).stream().filter(route -> route.peer().equals(peer)).map(PeerRoute::address).findFirst();
    }

    @Override
    public String sourceTowards(CopyId id, String address) {
        return routes(id).stream().filter(route -> route.address().equals(address)).map(PeerRoute::sourceAddress)
                .findFirst().orElse("");
    }

    @Override
    public Optional<String> secretOf(CopyId id, String fileName) {
        return first.hosts().secretOf(host().id(), id, fileName);
    }

    private List<PeerRoute> routes(CopyId id) {
        return first.observe(host()).stream().filter(copy -> copy.id().equals(id)).map(ObservedCopy::routes)
                .findFirst().orElse(List.of());
    }

    @Override
    public List<String> remainsOf(CopyId id) {
        return first.observe(host()).stream().map(copy -> copy.id().label()).filter(id.label()::equals).toList();
    }

    @Override
    public boolean runsCommands() {
        return false;
    }
}
