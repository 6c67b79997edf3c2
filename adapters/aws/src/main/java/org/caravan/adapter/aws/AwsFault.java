package org.caravan.adapter.aws;

import java.util.Collection;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.MachineLabel;

/** Builds the {@link AdapterFault}s of EC2, one method per kind of failure. */
final class AwsFault {

    private AwsFault() {}

    static AdapterFault credentials(String name, String what, String way) {
        return fault(AdapterFault.Kind.UNTRUSTED, "The cloud (aws) needs the credentials (%s): %s".formatted(name, what), way, null);
    }

    static AdapterFault badRegion(String name) {
        return fault(AdapterFault.Kind.FAILED, "The region (%s) of the cloud (aws) is not the name of a region".formatted(name),
                "write it as us-east-2", null);
    }

    static AdapterFault badEndpoint(String endpoint) {
        return fault(AdapterFault.Kind.FAILED, "The endpoint (%s) of the cloud (aws) is not a URL".formatted(endpoint),
                "omit it: regions of Amazon have well-known endpoints", null);
    }

    static AdapterFault refused(RegionLabel where, Throwable cause) {
        return fault(AdapterFault.Kind.UNTRUSTED, "The cloud (aws) at %s does not accept the credentials (%s)"
                .formatted(where, where.credentials()),
                "the access key in their file `aws` is wrong or revoked, or this machine's clock is wrong", cause);
    }

    static AdapterFault forbidden(RegionLabel where, String doing, Throwable cause) {
        return fault(AdapterFault.Kind.UNTRUSTED,
                "The cloud (aws) at %s does not allow the credentials (%s) to %s".formatted(where, where.credentials(), doing),
                "give their user the permissions that docs/decisions/provider-adapters.md lists", cause);
    }

    static AdapterFault unreachable(RegionLabel where, String doing, Throwable cause) {
        return fault(AdapterFault.Kind.UNREACHABLE,
                "The cloud (aws) at %s does not answer (%s)".formatted(where.effectiveEndpoint(), doing),
                "it is down, the name of the region is wrong, or a firewall blocks the connection", cause);
    }

    static AdapterFault throttled(RegionLabel where, String doing, Throwable cause) {
        return fault(AdapterFault.Kind.THROTTLED, "The cloud (aws) at %s rejected a request because of its rate limit (%s)"
                .formatted(where, doing), "repeat it later", cause);
    }

    static AdapterFault noRoom(RegionLabel where, String doing, String said, Throwable cause) {
        return fault(AdapterFault.Kind.NO_CAPACITY, "The cloud (aws) at %s has no room to %s: %s".formatted(where, doing, said),
                "order another offer or region, release unused machines, or ask Amazon for a higher quota", cause);
    }

    static AdapterFault failed(RegionLabel where, String doing, String said, Throwable cause) {
        return fault(AdapterFault.Kind.FAILED, "The cloud (aws) at %s could not %s: %s".formatted(where, doing, said), "repeat it later",
                cause);
    }

    static AdapterFault unknown(String what, String name, RegionLabel where, String way) {
        return fault(AdapterFault.Kind.FAILED, "The %s (%s) does not exist in the region (%s) of the cloud (aws)"
                .formatted(what, name, where.region()), way, null);
    }

    static AdapterFault noMachine(MachineLabel label) {
        return fault(AdapterFault.Kind.FAILED, "The machine (%s) does not exist in the cloud (aws)".formatted(label),
                "it was released in the meantime: rent it first", null);
    }

    static AdapterFault otherOffer(MachineLabel label, String present, String ordered) {
        return fault(AdapterFault.Kind.UNSUPPORTED,
                "The machine (%s) is of offer (%s), ordered is (%s); the cloud (aws) does not replace machines"
                .formatted(label, present, ordered), "release it first: the instances on it must move", null);
    }

    static AdapterFault neverBooted(MachineLabel label, String said, boolean room) {
        return fault(room ? AdapterFault.Kind.FAILED : AdapterFault.Kind.NO_CAPACITY,
                "The machine (%s) did not boot and was released: %s".formatted(label, said), "repeat it: the machine is rented again",
                        null);
    }

    static AdapterFault addresses(MachineLabel label, Collection<String> addresses, String why, Throwable cause) {
        return fault(AdapterFault.Kind.FAILED, "The machine (%s) cannot have the addresses %s: %s".formatted(label, addresses, why),
                "use free addresses of its subnet", cause);
    }

    static AdapterFault firstBoot(MachineLabel label, int size, int most) {
        return fault(AdapterFault.Kind.UNSUPPORTED,
                "The first boot script of the machine (%s) has %d bytes including Caravan's part; the cloud (aws) accepts %d"
                .formatted(label, size, most), "let the machine fetch the rest", null);
    }

    static AdapterFault lingers(MachineLabel label, String what) {
        return fault(AdapterFault.Kind.FAILED, "The machine (%s) is still %s".formatted(label, what), "repeat it: the cloud (aws) is slow",
                null);
    }

    private static AdapterFault fault(AdapterFault.Kind kind, String what, String way, Throwable cause) {
        return new AdapterFault(kind, what + ".\nMaybe " + way + ".", cause);
    }
}
