package org.caravan.adapter.jclouds;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
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

/** Supports any provider of jclouds, with the features that all of them have. */
public final class JcloudsCloud implements MachineCloud {

    private final JcloudsSettings settings;
    private final Map<Region, Provider> providers = new ConcurrentHashMap<>();
    private final MachineLocks locks = new MachineLocks();

    public JcloudsCloud(JcloudsSettings settings) {
        this.settings = settings;
    }

    @Override
    public String provider() {
        return "jclouds";
    }

    @Override
    public Set<MachineCapability> capabilities() {
        return Set.of(MachineCapability.STOP_AND_START);
    }

    @Override
    public List<MachineOffer> offers(Region region) {
        return ask(region, "list offers", Provider::offers);
    }

    @Override
    public MachineLimits limits(Region region) {
        throw JcloudsCallFault.unsupported("declare a quota");
    }

    @Override
    public List<ObservedMachine> observe(Region region) {
        return ask(region, "list machines", Provider::observe);
    }

    @Override
    public ObservedMachine ensure(Region region, MachineOrder order) {
        return locks.with(order.label(), () -> ask(region, "rent the machine (" + order.label() + ")", provider -> provider.ensure(order)));
    }

    @Override
    public ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access) {
        if (!access.addresses().isEmpty()) {
            throw JcloudsCallFault.unsupported("give the machine (" + label + ") addresses that are chosen");
        }
        if (!access.publicFor().isEmpty()) {
            throw JcloudsCallFault.unsupported("give the machine (" + label + ") a public address");
        }
        return ask(region, "look at the machine (" + label + ")", provider -> provider.there(label));
    }

    /** Opens the ports to any sender, because jclouds does not restrict senders for every provider. */
    @Override
    public ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions) {
        Set<Integer> ports = admissions.stream().map(Admission::port).collect(Collectors.toCollection(TreeSet::new));
        return locks.with(label, () -> ask(region, "open ports of the machine (" + label + ")", provider -> provider.open(label, ports)));
    }

    @Override
    public void start(Region region, MachineLabel label) {
        locks.with(label, () -> ask(region, "start the machine (" + label + ")", provider -> provider.start(label)));
    }

    @Override
    public void stop(Region region, MachineLabel label) {
        locks.with(label, () -> ask(region, "stop the machine (" + label + ")", provider -> provider.stop(label)));
    }

    @Override
    public void destroy(Region region, MachineLabel label) {
        locks.with(label, () -> ask(region, "release the machine (" + label + ")", provider -> provider.destroy(label)));
    }

    private <T> T ask(Region region, String doing, Function<Provider, T> call) {
        region.endpoint().ifPresent(endpoint -> settings.gate().pass("jclouds", endpoint));
        JcloudsAccount account = JcloudsAccount.read(settings.credentials(), region.credentials());
        try (BoundedAnswers.Operation limits = BoundedAnswers.operation()) {
            return call.apply(providers.compute(region, (key, present) -> present != null && present.account().equals(account) ? present
                    : Provider.connect(region, account, settings.timeout())));
        } catch (RuntimeException e) {
            throw JcloudsCallFault.of(region, doing, e);
        }
    }

    @Override
    public void close() {
        providers.values().forEach(Provider::close);
    }
}
