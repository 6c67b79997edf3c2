package org.caravan.adapter.openstack;

import java.util.Collection;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.MachineLabel;

/** Builds the {@link AdapterFault}s of OpenStack, one method per kind of failure. */
final class OpenStackFault {

    private OpenStackFault() {}

    static AdapterFault credentials(String name, String what, String way) {
        return new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                "The cloud (openstack) needs the credentials (%s): %s.\nMaybe %s.".formatted(name, what, way));
    }

    static AdapterFault refused(RegionLabel where) {
        return new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                ("The cloud (openstack) at %s does not accept the credentials (%s).\nMaybe their user, project or password in the file "
                        + "`openstack` is wrong.")
                        .formatted(where.endpoint(), where.credentials()));
    }

    static AdapterFault forbidden(RegionLabel where, String doing, String said) {
        return new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                ("The cloud (openstack) at %s does not allow the credentials (%s) to %s: %s.\nMaybe their user needs the role `member` in "
                        + "the project.")
                        .formatted(where.endpoint(), where.credentials(), doing, said));
    }

    static AdapterFault unreachable(RegionLabel where, String doing, Throwable cause) {
        return new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                ("The cloud (openstack) at %s does not answer (%s): %s.\nMaybe it is down, its address has changed, or a firewall blocks "
                        + "the connection.")
                        .formatted(where.endpoint(), doing, reason(cause)), cause);
    }

    static AdapterFault quota(RegionLabel where, String doing, String said) {
        return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                "The cloud (openstack) at %s has no room to %s: %s.\nMaybe ask its operator for a higher quota, or release unused machines."
                        .formatted(where.endpoint(), doing, said));
    }

    static AdapterFault noRoom(MachineLabel label, String offer, String said) {
        return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                "The cloud (openstack) has no room for the machine (%s) of offer (%s): %s.\nMaybe order a smaller one, or wait."
                        .formatted(label, offer, said));
    }

    static AdapterFault neverBooted(MachineLabel label, String said) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) did not boot and was released: %s.\nMaybe repeat it: the machine is rented again."
                        .formatted(label, said));
    }

    static AdapterFault throttled(RegionLabel where, String doing, String said) {
        return new AdapterFault(AdapterFault.Kind.THROTTLED,
                ("The cloud (openstack) at %s rejected a request because of its rate limit (%s); it answered 429: %s.\nMaybe repeat it "
                        + "later.")
                        .formatted(where.endpoint(), doing, said));
    }

    static AdapterFault failed(RegionLabel where, String doing, int status, String said) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The cloud (openstack) at %s could not %s; it answered %d: %s.\nMaybe repeat it later, or ask its operator."
                        .formatted(where.endpoint(), doing, status, said));
    }

    static AdapterFault unknown(String what, String name, RegionLabel where, Collection<String> known) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The %s (%s) does not exist in the region (%s) of the cloud (openstack).\nMaybe use one of %s."
                        .formatted(what, name, where.region(), known));
    }

    static AdapterFault undecided(String what, RegionLabel where, Collection<String> known, String way) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The region (%s) of the cloud (openstack) has several candidates for an unspecified %s: %s.\nMaybe %s."
                        .formatted(where.region(), what, known, way));
    }

    static AdapterFault noMachine(MachineLabel label) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) does not exist in the cloud (openstack).\nMaybe it was released in the meantime: rent it first."
                        .formatted(label));
    }

    static AdapterFault boots(MachineLabel label) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) still boots; the cloud (openstack) assigns further addresses afterwards.\nMaybe repeat it later."
                        .formatted(label));
    }

    static AdapterFault otherOffer(MachineLabel label, String present, String ordered) {
        return new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The machine (%s) is of offer (%s), ordered is (%s); the cloud (openstack) does not replace machines.\nMaybe release it "
                        + "first: the instances on it must move.")
                        .formatted(label, present, ordered));
    }

    static AdapterFault address(MachineLabel label, String address, String why, String way) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) cannot have the address (%s): %s.\nMaybe %s.".formatted(label, address, why, way));
    }

    static AdapterFault lingers(MachineLabel label, String what) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) was released, but its %s still exists.\nMaybe repeat it: the cloud (openstack) is slow."
                        .formatted(label, what));
    }

    /** Marks an answer by which a service does not delete a resource that another one uses: the deletion can be repeated later. */
    private static final class InUse extends Exception {

        private static final long serialVersionUID = 1L;
    }

    static AdapterFault inUse(AdapterFault answer) {
        return new AdapterFault(answer.kind(), answer.getMessage(), new InUse());
    }

    static boolean isInUse(AdapterFault fault) {
        return fault.getCause() instanceof InUse;
    }

    /** The innermost message, because outer ones only name library layers. */
    private static String reason(Throwable cause) {
        Throwable inner = cause;
        while (inner.getCause() != null && inner.getCause() != inner) {
            inner = inner.getCause();
        }
        String message = inner.getMessage();
        return message == null || message.isBlank() ? inner.getClass().getSimpleName().replace("Exception", "") : message;
    }
}
