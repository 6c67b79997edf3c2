package org.caravan.adapter.rented;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** The firewall of a machine with copies: wide enough before a copy needs it, exact after each call, repaired after changes by others. */
class MachineAdmissionTest {

    private static final Region REGION = new Region("simulated", Optional.empty(), "Oslo", Optional.empty(), "any");
    private static final Subnet SUBNET = new Subnet("10.1.1.0/24", "10.1.1.1");
    private static final Host ONE = Host.rented("oslo-small-1", "small", new Rental(REGION, "small", "debian-12", false));
    private static final MachineLabel LABEL = new MachineLabel("nornet", ONE.id());
    private static final Infrastructure PLACE = new Infrastructure("nornet",
            List.of(new HostType("small", Architecture.AMD64, new MilliCores(2000), Bytes.ofMebi(2048), Bytes.ofMebi(9999),
                    MonthlyCost.ZERO)),
            List.of(new Site("oslo", SiteKind.PUBLIC, "NO", new Position(60, 10),
                    List.of(new Isp("Uninett", Map.of(IpFamily.IPV4, SUBNET))),
                    List.of(ONE), Optional.empty())));
    private static final CopyId PAY = CopyId.parse("shop.pay.1.1");
    private static final CopyId WEB = CopyId.parse("shop.web.1.1");
    private static final Admission FRONT = new Admission("10.1.1.9", 8080);
    private static final Admission OTHER = new Admission("10.1.1.77", 8080);
    private static final Admission USERS = new Admission(Admission.ANYWHERE, 80);

    private final List<String> calls = new ArrayList<>();
    private final SimulatedAdapter inside = SimulatedAdapter.open(PLACE, SimulatedScript.prompt(1), InstantSource.system());
    private final SimulatedMachineCloud cloud = cloud(EnumSet.allOf(MachineCapability.class));
    private final RentedAdapter adapter = adapter(cloud);

    private static SimulatedMachineCloud cloud(Set<MachineCapability> capabilities) {
        SimulatedMachineScript all = SimulatedMachineScript.prompt(1, List.of(new MachineOffer("small", Architecture.AMD64,
                new MilliCores(2000), Bytes.ofMebi(2048), Bytes.ofMebi(10_240), Optional.empty())), Map.of("Oslo", List.of(SUBNET)));
        return SimulatedMachineCloud.open(new SimulatedMachineScript(all.seed(), all.callDelay(), all.bootAfter(), capabilities,
                all.offers(), all.full(), all.missingImages(), all.networks(), all.quota(), all.refused(), all.known(), all.silent(),
                all.stateFile(),
                all.faults()), InstantSource.system());
    }

    private RentedAdapter adapter(MachineCloud its) {
        RentedAdapter made = new RentedAdapter(its, inside, Preparation.NONE, PLACE::name);
        assertThat(made.rental().orElseThrow().rent(ONE)).isEmpty();
        return made;
    }

    private static CopySpec spec(boolean whole, int port) {
        return new CopySpec(whole ? FormKind.VM : FormKind.CONTAINER, "web", new MilliCores(100), Bytes.ofMebi(64), Map.of(),
                List.of(new Endpoint("http", port, new Readiness.TcpAccepts())), List.of(), List.of(), Optional.empty(), Optional.empty(),
                whole ? Optional.of(new Scripts(Optional.empty(), Script.command("true"), Optional.empty())) : Optional.empty());
    }

    private static Set<Admission> firewall(SimulatedMachineCloud of) {
        return of.observe(REGION).get(0).firewall().orElseThrow().admissions();
    }

    private Admitted admitted(CopyId id) {
        adapter.rental().orElseThrow().machines(REGION); // asks the provider now
        return adapter.observe(ONE).stream().filter(copy -> copy.id().equals(id)).findFirst().orElseThrow().admitted().orElseThrow();
    }

    @Test
    void admitsWhatTheCopyAdmitsAndNothingAfterIt() {
        assertThat(firewall(cloud)).isEmpty();
        cloud.beforeCall(calls::add);
        inside.beforeCall(calls::add);
        adapter.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        assertThat(calls).filteredOn(call -> call.startsWith("admit") || call.startsWith("ensure "))
                .as("open before the copy runs").containsSubsequence("admit oslo-small-1", "ensure oslo-small-1 shop.pay.1.1");
        assertThat(firewall(cloud)).containsExactly(FRONT);
        assertThat(admitted(PAY)).isEqualTo(Admitted.of(List.of(FRONT)));
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(FRONT, OTHER)));
        assertThat(firewall(cloud)).containsExactlyInAnyOrder(FRONT, OTHER);
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(OTHER)));
        assertThat(firewall(cloud)).containsExactly(OTHER);
        calls.clear();
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(OTHER)));
        assertThat(calls).as("the provider is asked for changes only").doesNotContain("admit oslo-small-1");
        adapter.destroy(ONE, PAY);
        assertThat(firewall(cloud)).isEmpty();
    }

    @Test
    void changesByOthersAreSeenAndRepaired() {
        adapter.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        cloud.admit(REGION, LABEL, new TreeSet<>(Set.of(FRONT, USERS)));
        assertThat(admitted(PAY)).as("too much").isEqualTo(Admitted.of(List.of(FRONT, USERS)));
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(FRONT)));
        assertThat(firewall(cloud)).containsExactly(FRONT);
        cloud.admit(REGION, LABEL, new TreeSet<>());
        assertThat(admitted(PAY)).as("too little").isEqualTo(Admitted.of(List.of()));
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(FRONT)));
        assertThat(firewall(cloud)).containsExactly(FRONT);
        assertThat(admitted(PAY)).isEqualTo(Admitted.of(List.of(FRONT)));
    }

    /** Somebody removes the rules for SSH and ICMP; connections that are open stay open, as at real providers. */
    @Test
    void removedRulesOfSshAndIcmpAreDriftAndRestored() {
        AtomicBoolean removed = new AtomicBoolean();
        RentedAdapter its = adapter(incompleteWhile(removed));
        its.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        removed.set(true);
        its.rental().orElseThrow().machines(REGION);
        assertThat(its.observe(ONE)).singleElement().matches(copy -> copy.admitted().equals(Optional.of(Admitted.EVERYONE)), "drift");
        its.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(FRONT)));
        assertThat(removed).as("repaired by the step that a repair consists of").isFalse();
        assertThat(its.observe(ONE)).singleElement().matches(copy -> copy.admitted().equals(Optional.of(Admitted.of(List.of(FRONT)))));
    }

    @Test
    void aMachineThatNoLongerAdmitsSshIsReachedAgain() {
        AtomicBoolean removed = new AtomicBoolean();
        RentedAdapter its = adapter(incompleteWhile(removed));
        its.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        inside.beforeCall(call -> {
            if (removed.get() && call.startsWith("observe")) {
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "connection timed out");
            }
        });
        removed.set(true);
        its.rental().orElseThrow().machines(REGION);
        assertThat(its.observe(ONE)).singleElement().matches(copy -> copy.admitted().equals(Optional.of(Admitted.of(List.of(FRONT)))));
        assertThat(removed).as("restored").isFalse();
        assertThat(firewall(cloud)).as("other rules stay").containsExactly(FRONT);
    }

    /** The cloud, whose firewalls lack rules for SSH and ICMP while this is true; the next call that sets a firewall makes it false. */
    private MachineCloud incompleteWhile(AtomicBoolean removed) {
        return (MachineCloud) Proxy.newProxyInstance(MachineCloud.class.getClassLoader(), new Class<?>[] {MachineCloud.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("admit")) {
                        removed.set(false);
                    }
                    Object answer = method.invoke(cloud, arguments);
                    return method.getName().equals("observe") && removed.get() ? cloud.observe(REGION).stream()
                            .map(machine -> machine.behind(machine.firewall().orElseThrow().incomplete())).toList() : answer;
                });
    }

    @Test
    void copiesOfOneMachineShareItsFirewall() {
        adapter.ensure(ONE, WEB, spec(false, 80), List.of(), Admitted.of(List.of(USERS)));
        adapter.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        assertThat(firewall(cloud)).containsExactlyInAnyOrder(FRONT, USERS);
        assertThat(admitted(PAY)).as("rules of the other copy are no drift").isEqualTo(Admitted.of(List.of(FRONT)));
        adapter.destroy(ONE, WEB);
        assertThat(firewall(cloud)).containsExactly(FRONT);
    }

    @Test
    void aCopyOfAnEarlierReleaseAdmitsEveryoneUntilItIsRepaired() {
        inside.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.EVERYONE);
        cloud.admit(REGION, LABEL, new TreeSet<>(Set.of(new Admission(Admission.ANYWHERE, 8080))));
        assertThat(admitted(PAY)).isEqualTo(Admitted.EVERYONE);
        adapter.admit(ONE, PAY, spec(true, 8080), Admitted.of(List.of(FRONT)));
        assertThat(firewall(cloud)).containsExactly(FRONT);
        assertThat(admitted(PAY)).isEqualTo(Admitted.of(List.of(FRONT)));
    }

    @Test
    void withoutClosedPortsTheCopyHasNoFilter() {
        Set<MachineCapability> open = EnumSet.allOf(MachineCapability.class);
        open.remove(MachineCapability.CLOSED_PORTS);
        RentedAdapter other = adapter(cloud(open));
        other.ensure(ONE, PAY, spec(true, 8080), List.of(), Admitted.of(List.of(FRONT)));
        assertThat(other.observe(ONE)).singleElement().matches(copy -> copy.admitted().isEmpty());
    }
}
