package org.caravan.plan;

import org.caravan.adapter.LinkBandwidth;
import org.caravan.canonical.Digest;

/** Canonical text of a plan, from which its id is computed and which golden files contain. */
final class PlanText {

    private PlanText() {}

    static String of(DeploymentPlan plan) {
        StringBuilder text = new StringBuilder();
        text.append("application ").append(plan.application()).append(" version ").append(plan.applicationVersion())
                .append('\n');
        text.append("parent ").append(plan.parentId().map(Digest::abbreviated).orElse("none")).append('\n');
        text.append("generation ").append(plan.generation()).append('\n');
        plan.instances().forEach(placement -> appendInstance(text, placement));
        plan.links().forEach(link -> text.append("link ").append(link.from()).append(" -> ").append(link.to())
                .append('.').append(link.endpointName()).append(" port ").append(link.port()).append(" via ")
                .append(link.path()).append(" from ").append(link.sourceAddress()).append(" to ")
                .append(link.targetAddress()).append('\n'));
        plan.entries().forEach(entry -> text.append("entry ").append(entry.usersId()).append(" -> ")
                .append(entry.to()).append('.').append(entry.endpointName()).append(" port ").append(entry.port())
                .append(" via ").append(entry.path()).append(" to ").append(entry.targetAddress()).append('\n'));
        plan.bandwidth().forEach(reservation -> text.append("bandwidth ").append(reservation.instance()).append(" on ")
                .append(reservation.at()).append(" ").append(reservation.amounts()).append(uplink(plan, reservation))
                .append('\n'));
        return text.toString();
    }

    /** Enforcement depends on the capacity, so a changed capacity is a changed plan. */
    private static String uplink(DeploymentPlan plan, BandwidthReservation reservation) {
        return plan.instance(reservation.instance()).stream().flatMap(placement -> placement.spec().bandwidth().stream())
                .filter(link -> link.ispId().equals(reservation.at().ispId())).findFirst()
                .map(link -> link.beside(reservation.share())).orElse("");
    }

    private static void appendInstance(StringBuilder text, InstancePlacement placement) {
        text.append("instance ").append(placement.instance()).append(" on ").append(placement.hostId())
                .append(" at ").append(placement.siteId()).append(" slot ").append(placement.addressSlot())
                .append(" since ").append(placement.generation()).append('\n');
        placement.spec().canonicalText().lines().forEach(line -> text.append("  ").append(line).append('\n'));
        placement.spec().disk().ifPresent(reserved -> text.append("  disk ").append(reserved).append('\n'));
    }
}
