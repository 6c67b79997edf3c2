package org.caravan.server.planning;

import org.caravan.adapter.CopyAddress;
import org.caravan.api.plan.PlacementView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/** Converts placements of plans into answers of REST. */
public final class PlacementViews {

    private PlacementViews() {}

    public static PlacementView of(DeploymentPlan plan) {
        return new PlacementView(
                plan.instances().stream().map(PlacementViews::of).toList(),
                plan.links().stream().map(PlacementViews::of).toList(),
                plan.entries().stream().map(PlacementViews::of).toList());
    }

    private static PlacementView.InstanceView of(InstancePlacement placed) {
        return new PlacementView.InstanceView(placed.instance().toString(), placed.siteId(), placed.hostId(), placed.generation(),
                placed.spec().form().toString(), placed.spec().image(), placed.spec().cpu().value(), placed.spec().memory().value(),
                placed.spec().addresses().stream().map(CopyAddress::address).toList());
    }

    private static PlacementView.LinkView of(LinkPlacement link) {
        return new PlacementView.LinkView(link.from().toString(), link.to().toString(), link.endpointName(), link.port(),
                link.path().toString(), link.sourceAddress(), link.targetAddress());
    }

    private static PlacementView.EntryView of(EntryPlacement entry) {
        return new PlacementView.EntryView(entry.usersId(), entry.to().toString(), entry.endpointName(), entry.port(),
                entry.path().toString(), entry.targetAddress());
    }
}
