package org.caravan.adapter.openstack;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.caravan.adapter.CredentialsFile;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineLocks;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;

/**
 * Provisions machines on OpenStack: Keystone 3, Nova 2.1, Neutron 2.0. Needs a network with the subnets of the machines' addresses.
 * Public addresses need a router from it to an external network.
 */
public final class OpenStackCloud implements MachineCloud {

    private final OpenStackSettings settings;
    private final Clock clock;
    private final Map<RegionLabel, Project> projects = new ConcurrentHashMap<>();
    private final MachineLocks locks = new MachineLocks();

    public OpenStackCloud(OpenStackSettings settings) {
        this(settings, Clock.systemUTC());
    }

    /** @param clock decides about the age of tokens and ports */
    OpenStackCloud(OpenStackSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public String provider() {
        return "openstack";
    }

    /** All capabilities. The operator must ensure that the network has IPv6, and provide prices. */
    @Override
    public Set<MachineCapability> capabilities() {
        return Set.of(MachineCapability.values());
    }

    @Override
    public List<MachineOffer> offers(Region region) {
        return project(region).offers();
    }

    @Override
    public MachineLimits limits(Region region) {
        return project(region).limits();
    }

    @Override
    public List<ObservedMachine> observe(Region region) {
        return project(region).observe();
    }

    @Override
    public ObservedMachine ensure(Region region, MachineOrder order) {
        return with(region, order.label(), renting -> renting.ensure(order, region.network()));
    }

    @Override
    public ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access) {
        return with(region, label, renting -> renting.ensureAccess(label, access));
    }

    @Override
    public ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions) {
        return with(region, label, renting -> renting.admit(label, admissions));
    }

    @Override
    public void start(Region region, MachineLabel label) {
        change(region, label, renting -> renting.start(label));
    }

    @Override
    public void stop(Region region, MachineLabel label) {
        change(region, label, renting -> renting.stop(label));
    }

    @Override
    public void destroy(Region region, MachineLabel label) {
        change(region, label, renting -> renting.destroy(label));
    }

    private void change(Region region, MachineLabel label, Consumer<MachineLifecycle> work) {
        with(region, label, renting -> {
            work.accept(renting);
            return label;
        });
    }

    private <T> T with(Region region, MachineLabel label, Function<MachineLifecycle, T> work) {
        MachineLifecycle renting = new MachineLifecycle(project(region));
        return locks.with(label, () -> work.apply(renting));
    }

    /** Replaced when the operator's files change. A replaced project is not closed, because a call may still use it. */
    private Project project(Region region) {
        RegionLabel where = RegionLabel.of(region);
        OpenStackAccount account = AccountFile.read(settings.credentials(), region.credentials());
        return projects.compute(where, (key, present) -> present != null && present.account.equals(account) ? present
                : new Project(where, account, settings, clock));
    }

    @Override
    public void close() {
        projects.values().forEach(Project::close);
    }

    /** Reads the operator's credentials files for one name. */
    static final class AccountFile {

        private AccountFile() {}

        /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED that names the missing or invalid file */
        static OpenStackAccount read(Path folder, String name) {
            CredentialsFile file = CredentialsFile.of(folder, name, "openstack", "user=, password= and project=",
                    (what, way) -> OpenStackFault.credentials(name, what, way));
            CredentialsFile.Entries entries = file.entries();
            return new OpenStackAccount(entries.needed("user"), entries.optional("user-domain").orElse("Default"),
                    entries.needed("project"), entries.optional("project-domain").orElse("Default"),
                    entries.needed("password"), entries.optional("public-network"), file.prices());
        }
    }
}
