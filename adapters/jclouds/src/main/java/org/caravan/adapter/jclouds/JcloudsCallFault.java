package org.caravan.adapter.jclouds;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.jclouds.compute.RunNodesException;
import org.jclouds.http.HttpResponseException;
import org.jclouds.rest.AuthorizationException;
import org.jclouds.rest.InsufficientResourcesException;

/** Builds the {@link AdapterFault}s of jclouds, one method per kind of failure. */
final class JcloudsCallFault {

    private static final int TOO_MANY_REQUESTS = 429;
    /** The last text is reported for a machine that broke during creation; see {@link #broken}. */
    private static final List<String> NO_ROOM = List.of("quota", "capacity", "no valid host", "was not created within");

    private JcloudsCallFault() {}

    static AdapterFault credentials(String name, String what, String way) {
        return new AdapterFault(AdapterFault.Kind.UNTRUSTED, "The provider (jclouds) needs the credentials (%s): %s.\nMaybe %s."
                .formatted(name, what, way));
    }

    static AdapterFault unsupported(String what) {
        return new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The provider (jclouds) does not support this: %s.\nMaybe use a provider with its own adapter, such as openstack or aws."
                        .formatted(what));
    }

    static AdapterFault unknown(String what, String name, Region region, Collection<String> known) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The %s (%s) does not exist in the region (%s) of the provider (jclouds).\nMaybe use one of %s."
                .formatted(what, name, region.name(), known));
    }

    static AdapterFault noMachine(MachineLabel label) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The machine (%s) does not exist at the provider (jclouds).\nMaybe it was released in the meantime: rent it first."
                        .formatted(label));
    }

    static AdapterFault otherOffer(MachineLabel label, String present, String ordered) {
        return new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The machine (%s) is of offer (%s), ordered is (%s); the provider (jclouds) does not replace machines.\nMaybe release it "
                        + "first: the instances on it must move.")
                        .formatted(label, present, ordered));
    }

    /** jclouds does not read the reason. It is almost always insufficient capacity, so an immediate retry would fail again. */
    static AdapterFault broken(MachineLabel label, String offer) {
        return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                ("The machine (%s) of offer (%s) failed and was released; jclouds reports no reason.\nMaybe the provider (jclouds) had no "
                        + "room: order a smaller one, or wait.")
                        .formatted(label, offer));
    }

    static AdapterFault notRented(Region region, MachineOrder order, RunNodesException thrown) {
        Throwable first = Stream.concat(thrown.getExecutionErrors().values().stream(), thrown.getNodeErrors().values().stream())
                .map(Throwable.class::cast).findFirst().orElse(thrown);
        return of(region, "rent the machine (" + order.label() + ") of offer (" + order.offer() + ")", first);
    }

    /** Classifies by exception class first and then by message, because jclouds' providers report failures differently. */
    static AdapterFault of(Region region, String doing, Throwable thrown) {
        AdapterFault.Kind kind = AdapterFault.Kind.FAILED;
        String said = "";
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof AdapterFault ours) {
                return ours;
            }
            AdapterFault.Kind its = kind(cause);
            kind = its == AdapterFault.Kind.FAILED ? kind : its == AdapterFault.Kind.UNTRUSTED
                    && kind == AdapterFault.Kind.NO_CAPACITY ? kind : its;
            said = cause.getMessage() == null ? said : cause.getMessage();
        }
        return new AdapterFault(kind, "The provider (jclouds) at %s with the credentials (%s) could not %s: %s.\nMaybe %s.".formatted(
                region.endpoint().orElse(region.name()), region.credentials(), doing, shortened(said), way(kind)), thrown);
    }

    /** Whether the provider keeps a resource because another one uses it still, such as the group of a machine that it is deleting. */
    static boolean inUse(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpResponseException http && http.getResponse() != null
                    && UseRefusal.matches(http.getResponse().getStatusCode(), String.valueOf(http.getMessage()))) {
                return true;
            }
        }
        return false;
    }

    private static AdapterFault.Kind kind(Throwable cause) {
        String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof InsufficientResourcesException || NO_ROOM.stream().anyMatch(words::contains)) {
            return AdapterFault.Kind.NO_CAPACITY;
        }
        if (cause instanceof HttpResponseException http && http.getResponse() != null
                && http.getResponse().getStatusCode() == TOO_MANY_REQUESTS) {
            return AdapterFault.Kind.THROTTLED;
        }
        if (cause instanceof AuthorizationException) {
            return AdapterFault.Kind.UNTRUSTED;
        }
        if (cause instanceof UnsupportedOperationException) {
            return AdapterFault.Kind.UNSUPPORTED;
        }
        return cause instanceof IOException || words.contains("connection refused") || words.contains("timed out")
                ? AdapterFault.Kind.UNREACHABLE : AdapterFault.Kind.FAILED;
    }

    private static String way(AdapterFault.Kind kind) {
        return switch (kind) {
            case NO_CAPACITY -> "ask for a higher quota, or order a smaller machine";
            case UNTRUSTED -> "their identity or credential is wrong";
            case UNREACHABLE -> "it is down, its address has changed, or a firewall blocks the connection";
            case UNSUPPORTED -> "use a provider with its own adapter, such as openstack or aws";
            default -> "repeat it later";
        };
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").replace("Exception", "").strip();
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
