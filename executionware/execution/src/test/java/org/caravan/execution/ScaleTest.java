package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.Clock;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand instances on ten thousand simulated hosts: from an approved plan to all of them confirmed. */
class ScaleTest {

    private static final int SITES = 10;
    private static final Endpoint HTTP = new Endpoint("http", 80, new Readiness.TcpAccepts());

    @TempDir
    Path folder;

    /** Small enough for every build; what takes a square of its size shows here, too. */
    @Test
    void aHundredInstancesOnAThousandSimulatedHosts() throws Exception {
        measure(100, 1_000, Duration.ZERO);
    }

    /** Each call takes 5 ms as over a kept SSH connection, each copy is ready after about 100 ms. */
    @Test
    @Tag("slow")
    void aThousandInstancesOnTenThousandSimulatedHosts() throws Exception {
        measure(1_000, 10_000, Duration.ofMillis(5));
    }

    private void measure(int instances, int hosts, Duration callDelay) throws InterruptedException {
        Infrastructure infrastructure = infrastructure(hosts);
        SimulatedScript script = SimulatedScript.prompt(1).withCallDelay(callDelay).withReadyAfter(callDelay.multipliedBy(20))
                .withCallLimits(new CallLimits(2, 64, 64));
        SimulatedAdapter adapter = SimulatedAdapter.open(infrastructure, script, InstantSource.system());
        HostRegistry fleet = new HostRegistry(() -> infrastructure, host -> adapter);
        try (RunStore store = SqlRunStore.open(folder.resolve("journal.db"));
                DeploymentService deployment = new DeploymentService(fleet, store, (application, generation, entries) -> { },
                        ExecutionPolicy.DEFAULT, Clock.SYSTEM, ProgressListener.NONE)) {
            DeploymentPlan first = plan(instances, infrastructure, Optional.empty());
            carryOut("deploy", deployment, first);
            assertThat(deployment.preview(first).steps()).isEmpty();
            carryOut("a tenth moves", deployment, plan(instances, infrastructure, Optional.of(first)));
        }
    }

    private static void carryOut(String what, DeploymentService deployment, DeploymentPlan plan) throws InterruptedException {
        System.gc();
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        long began = System.nanoTime();
        ExecutionReport report = deployment.await(deployment.start(plan, Optional.empty()), Duration.ofMinutes(10));
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(report.error()).isEmpty();
        assertThat(report.state()).isEqualTo(RunState.DONE);
        long peak = pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.printf(Locale.ROOT, "%s: %d instances on %d simulated hosts, %d steps: plan to confirmed %.1f s, heap at most %d MiB%n",
                what, plan.instances().size(), SITES * plan.instances().size(), report.newestSteps().size(), seconds, peak >> 20);
    }

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP).toList();
    }

    private static Infrastructure infrastructure(int hosts) {
        HostType type = new HostType("box", Architecture.AMD64, new MilliCores(4000), Bytes.ofMebi(4096), Bytes.ofMebi(9999),
                MonthlyCost.ZERO);
        return new Infrastructure("large", List.of(type), IntStream.range(0, SITES).mapToObj(site -> site(site, hosts / SITES)).toList());
    }

    private static Site site(int number, int hosts) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10." + number + ".0.0/16", "10." + number + ".0.1")));
        return new Site("site-" + number, SiteKind.EDGE, "NO", new Position(60, 5), List.of(isp), IntStream.range(0, hosts)
                .mapToObj(i -> new Host("host-%d-%04d".formatted(number, i), "box", "simulated", "h", 22, "none")).toList(),
                Optional.empty());
    }

    /** In chains of five: a front that users reach, three services, a store. With a parent, every tenth is elsewhere. */
    private static DeploymentPlan plan(int instances, Infrastructure infrastructure, Optional<DeploymentPlan> parent) {
        long generation = parent.map(DeploymentPlan::generation).orElse(0L) + 1;
        List<InstancePlacement> placements = new ArrayList<>();
        List<LinkPlacement> links = new ArrayList<>();
        List<EntryPlacement> entries = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            boolean moved = parent.isPresent() && i % 10 == 0;
            placements.add(placed(infrastructure.sites().get(i % SITES), i, moved, moved ? generation : 1));
        }
        for (int i = 0; i < instances; i++) {
            if (i % 5 == 0) {
                CopyAddress far = placements.get(i).spec().addresses().get(0);
                entries.add(new EntryPlacement("everyone", placements.get(i).instance(), "http", 80,
                        new PathId(new AccessPoint("users", "isp", IpFamily.IPV4), far.at()), far.address()));
            } else {
                links.add(link(placements.get(i - 1), placements.get(i)));
            }
        }
        return new DeploymentPlan("large", "1", parent.map(DeploymentPlan::digest), generation, placements, links, entries);
    }

    private static InstancePlacement placed(Site site, int number, boolean moved, long generation) {
        Host host = site.hosts().get((number / SITES + (moved ? 1 : 0)) % site.hosts().size());
        AccessPoint at = site.accessPoints().get(0);
        int slot = 1_000 + number + (moved ? 20_000 : 0);
        InstanceId instance = new InstanceId("c%04d".formatted(number), 1);
        return new InstancePlacement(instance, site.id(), host.id(), generation, slot, new CopySpec("image-" + number % 20,
                new MilliCores(100), Bytes.ofMebi(16), Map.of(), List.of(HTTP),
                List.of(new CopyAddress(at, site.subnet(at).address(slot), 16, site.subnet(at).gateway()))));
    }

    private static LinkPlacement link(InstancePlacement from, InstancePlacement to) {
        CopyAddress near = from.spec().addresses().get(0);
        CopyAddress far = to.spec().addresses().get(0);
        return new LinkPlacement(from.instance(), to.instance(), "http", 80, new PathId(near.at(), far.at()), near.address(),
                far.address());
    }
}
