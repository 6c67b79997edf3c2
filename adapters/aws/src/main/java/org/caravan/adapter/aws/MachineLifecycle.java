package org.caravan.adapter.aws;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/** Lifecycle of one machine. The caller ensures that only one thread works on a label. */
final class MachineLifecycle {

    private final AwsAccount account;
    private final MachineLabel label;
    private final AwsSettings settings;
    private final Instances instances;
    private final ElasticAddresses elastic;

    MachineLifecycle(AwsAccount account, MachineLabel label, AwsSettings settings) {
        this.account = account;
        this.label = label;
        this.settings = settings;
        instances = new Instances(account, label, settings.patience());
        elastic = new ElasticAddresses(account, label);
    }

    ObservedMachine ensure(MachineOrder order, Optional<String> network) {
        giveBackBroken();
        instances.awaitNone(Observation::isLeaving, "leaving");
        if (instances.present().isEmpty()) {
            new Purchase(account, settings).buy(order, network, this::cleanUp);
        }
        // EC2 lists a new instance with some delay; its state is unknown until then
        instances.awaitTrue(() -> !instances.present().isEmpty(), "unknown to the provider that has taken its order");
        Instance chosen = keepTheEldest();
        if (!chosen.instanceTypeAsString().equals(order.offer())) {
            throw AwsFault.otherOffer(label, chosen.instanceTypeAsString(), order.offer());
        }
        return observed(chosen);
    }

    private void giveBackBroken() {
        List<Instance> broken = instances.present().stream().filter(Observation::brokeAtBirth).toList();
        if (!broken.isEmpty()) {
            instances.terminate(broken);
            cleanUp();
            throw AwsFault.neverBooted(label, Observation.reason(broken.get(0)), !Observation.wantedRoom(broken.get(0)));
        }
    }

    /** Two servers may have ordered concurrently. Each releases all instances except the oldest, on which both agree. */
    private Instance keepTheEldest() {
        List<Instance> present = instances.present().stream().filter(instance -> !Observation.isLeaving(instance)).toList();
        if (present.size() > 1) {
            instances.terminate(present.subList(1, present.size()));
        }
        return present.stream().findFirst().orElseThrow(() -> AwsFault.noMachine(label));
    }

    ObservedMachine ensureAccess(MachineAccess access) {
        InstanceNetworkInterface card = card(instances.one());
        Map<String, String> literals = new InterfaceAddresses(account, label).ensure(card, access.addresses());
        Set<String> publicFor = access.publicFor().stream().map(address -> literals.getOrDefault(address, address))
                .collect(Collectors.toSet());
        List<String> now = InterfaceAddresses.of(card(instances.one()));
        if (!now.containsAll(publicFor)) {
            throw AwsFault.addresses(label, publicFor, "public addresses can only be assigned to private addresses that it has: " + now,
                    null);
        }
        elastic.ensure(card.networkInterfaceId(), publicFor);
        return observed(instances.one());
    }

    ObservedMachine admit(Collection<Admission> admissions) {
        instances.one();
        new Firewall(account, label).letIn(admissions);
        return observed(instances.one());
    }

    private InstanceNetworkInterface card(Instance instance) {
        return Observation.card(instance).orElseThrow(() -> AwsFault.noMachine(label));
    }

    void start() {
        Instance instance = instances.one();
        if (instance.state().name() == InstanceStateName.STOPPING) {
            instances.awaitNone(each -> each.state().name() == InstanceStateName.STOPPING, "shutting down");
            instance = instances.one();
        }
        if (instance.state().name() == InstanceStateName.STOPPED) {
            String id = instance.instanceId();
            account.ask("start the machine (" + label + ")", ec2 -> ec2.startInstances(request -> request.instanceIds(id)));
        }
    }

    void stop() {
        Instance instance = instances.one();
        if (instance.state().name() == InstanceStateName.PENDING) {
            instances.awaitNone(each -> each.state().name() == InstanceStateName.PENDING, "booting");
            instance = instances.one();
        }
        if (instance.state().name() == InstanceStateName.RUNNING) {
            String id = instance.instanceId();
            account.ask("stop the machine (" + label + ")", ec2 -> ec2.stopInstances(request -> request.instanceIds(id)));
        }
    }

    /** Deletes the machine. Public addresses are released first, because unused ones cost most. */
    void destroy() {
        elastic.releaseAll();
        instances.terminate(instances.present().stream().filter(instance -> !Observation.isLeaving(instance)).toList());
        instances.awaitNone(instance -> true, "leaving");
        cleanUp();
    }

    /** Removes remaining resources when no instance exists; also after a refused order. */
    private void cleanUp() {
        if (!instances.present().isEmpty()) {
            return;
        }
        elastic.releaseAll();
        Firewall firewall = new Firewall(account, label);
        instances.awaitTrue(firewall::delete, "holding its security group");
        account.ask("delete the key of machine (" + label + ")",
                ec2 -> ec2.deleteKeyPair(request -> request.keyName(AwsNames.name(label))));
    }

    private ObservedMachine observed(Instance instance) {
        return Observation.of(instance, account.ask("find public addresses of machine (" + label + ")",
                ec2 -> ec2.describeAddresses(request -> request.filters(AwsNames.filters(label)))).addresses(),
                Firewall.list(account, AwsNames.filters(label)));
    }
}
