package org.caravan.adapter.aws;

import java.nio.file.Path;
import java.util.List;
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
import software.amazon.awssdk.services.ec2.model.Address;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/**
 * Provisions machines on Amazon EC2, or on another provider of its API. Machines are in the subnet that the region names. The
 * number of addresses depends on the offer (a {@code t3.micro} has 2 of each IP version, a {@code t3.large} 12).
 */
public final class AwsCloud implements MachineCloud {

    private final AwsSettings settings;
    private final ConcurrentHashMap<RegionLabel, AwsAccount> accounts = new ConcurrentHashMap<>();
    private final MachineLocks locks = new MachineLocks();

    public AwsCloud(AwsSettings settings) {
        this.settings = settings;
    }

    @Override
    public String provider() {
        return "aws";
    }

    /** All capabilities. The operator must ensure that the subnet has IPv6. */
    @Override
    public Set<MachineCapability> capabilities() {
        return Set.of(MachineCapability.values());
    }

    @Override
    public List<MachineOffer> offers(Region region) {
        return account(region).offers.all();
    }

    @Override
    public MachineLimits limits(Region region) {
        return new Quotas(account(region)).limits();
    }

    @Override
    public List<ObservedMachine> observe(Region region) {
        AwsAccount account = account(region);
        List<Address> elastic = account.ask("list public addresses",
                ec2 -> ec2.describeAddresses(request -> request.filters(AwsNames.filters()))).addresses();
        List<Instance> instances = Instances.ours(account, AwsNames.filters());
        List<SecurityGroup> groups = instances.isEmpty() ? List.of() : Firewall.list(account, AwsNames.filters());
        return instances.stream().map(instance -> Observation.of(instance, elastic, groups)).toList();
    }

    @Override
    public ObservedMachine ensure(Region region, MachineOrder order) {
        return with(region, order.label(), renting -> renting.ensure(order, region.network()));
    }

    @Override
    public ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access) {
        return with(region, label, renting -> renting.ensureAccess(access));
    }

    @Override
    public ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions) {
        return with(region, label, renting -> renting.admit(admissions));
    }

    @Override
    public void start(Region region, MachineLabel label) {
        change(region, label, MachineLifecycle::start);
    }

    @Override
    public void stop(Region region, MachineLabel label) {
        change(region, label, MachineLifecycle::stop);
    }

    @Override
    public void destroy(Region region, MachineLabel label) {
        change(region, label, MachineLifecycle::destroy);
    }

    private void change(Region region, MachineLabel label, Consumer<MachineLifecycle> work) {
        with(region, label, renting -> {
            work.accept(renting);
            return label;
        });
    }

    private <T> T with(Region region, MachineLabel label, Function<MachineLifecycle, T> work) {
        MachineLifecycle renting = new MachineLifecycle(account(region), label, settings);
        return locks.with(label, () -> work.apply(renting));
    }

    /** Replaced when the operator's files change. A replaced account is not closed, because a call may still use it. */
    private AwsAccount account(Region region) {
        RegionLabel where = RegionLabel.of(region);
        AccessKey key = AccessKeyFile.read(settings.credentials(), region.credentials());
        return accounts.compute(where, (same, present) -> present != null && present.key.equals(key) ? present
                : new AwsAccount(where, key, settings));
    }

    @Override
    public void close() {
        accounts.values().forEach(AwsAccount::close);
    }

    /** Reads the operator's credentials file, in Amazon's format; only its first section counts. */
    static final class AccessKeyFile {

        private AccessKeyFile() {}

        /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED that names the missing or invalid file */
        static AccessKey read(Path folder, String name) {
            CredentialsFile file = CredentialsFile.of(folder, name, "aws", "aws_access_key_id = and aws_secret_access_key =",
                    (what, way) -> AwsFault.credentials(name, what, way));
            CredentialsFile.Entries entries = file.entries();
            return new AccessKey(entries.needed("aws_access_key_id"), entries.needed("aws_secret_access_key"), file.prices());
        }
    }
}
