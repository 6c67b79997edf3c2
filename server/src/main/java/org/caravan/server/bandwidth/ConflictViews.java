package org.caravan.server.bandwidth;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.api.application.BandwidthChangeView.ConflictView;
import org.caravan.api.application.BandwidthChangeView.ReservedView;
import org.caravan.measure.PathId;
import org.caravan.plan.BandwidthChange.Conflict;
import org.caravan.plan.BandwidthChange.Reserved;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.unit.BitRate;
import org.springframework.stereotype.Component;

/** Minima that do not fit together, with the arithmetic. Copies of applications outside of a scope have no names. */
@Component
class ConflictViews {

    private final Ownership owners;

    ConflictViews(Ownership owners) {
        this.owners = owners;
    }

    /** As the owner of an application may see it. */
    String arithmetic(String application, InstanceId instance, List<Conflict> conflicts) {
        OrganisationScope reach = owners.of(Ownership.Kind.APPLICATION, application).map(OrganisationScope::of)
                .orElse(OrganisationScope.ALL);
        return arithmetic(of(reach, instance, conflicts));
    }

    static String arithmetic(List<ConflictView> conflicts) {
        return conflicts.stream().map(ConflictView::arithmetic).collect(Collectors.joining(" "));
    }

    /** @param instance that asks */
    List<ConflictView> of(OrganisationScope reach, InstanceId instance, List<Conflict> conflicts) {
        return conflicts.stream().map(conflict -> view(reach, instance, conflict)).toList();
    }

    private ConflictView view(OrganisationScope reach, InstanceId instance, Conflict conflict) {
        List<ReservedView> others = conflict.others().stream().map(one -> view(reach, one)).toList();
        String link = conflict.at().ispId() + " of " + conflict.at().siteId();
        if (conflict.undeclared()) {
            return view(conflict, others, "The uplink " + link + " has no declared capacity, so no minimum can be kept on it.");
        }
        long sum = conflict.asked().value() + conflict.others().stream().mapToLong(one -> one.min().value()).sum();
        String terms = Stream.concat(Stream.of(conflict.asked() + " of " + instance), others.stream().map(ConflictViews::text))
                .collect(Collectors.joining(" + "));
        return view(conflict, others, terms + (others.isEmpty() ? "" : " = " + new BitRate(sum)) + " is above the "
                + conflict.capacity() + conflict.path().map(path -> " that the path (" + path + ") carries by measurement")
                        .orElse((conflict.inbound() ? " of downlink " : " of uplink ") + link) + "; " + conflict.free() + " fits.");
    }

    /** @param others as the caller may see them, in the order of the conflict */
    private static ConflictView view(Conflict conflict, List<ReservedView> others, String arithmetic) {
        ConflictView.Kind kind = conflict.path().isPresent() ? ConflictView.Kind.PATH : conflict.inbound() ? ConflictView.Kind.DOWNLINK
                : ConflictView.Kind.UPLINK;
        return new ConflictView(kind, conflict.path().map(PathId::toString), conflict.at().siteId(), conflict.at().ispId(),
                conflict.capacity().value(), conflict.asked().value(), conflict.free().value(), others, arithmetic);
    }

    private ReservedView view(OrganisationScope reach, Reserved one) {
        boolean seen = owners.sees(reach, one.application());
        return new ReservedView(seen ? Optional.of(one.application()) : Optional.empty(),
                seen ? Optional.of(one.instance().toString()) : Optional.empty(), one.min().value());
    }

    /** For example {@code 60.0 Mbit/s of db:1 (shop)}. */
    private static String text(ReservedView reserved) {
        return new BitRate(reserved.minBitsPerSecond()) + " of " + reserved.instance()
                .map(one -> one + " (" + reserved.application().orElseThrow() + ")").orElse("a copy of another organisation");
    }
}
