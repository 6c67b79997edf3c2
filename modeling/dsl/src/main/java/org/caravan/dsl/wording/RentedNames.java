package org.caravan.dsl.wording;

import java.util.List;
import java.util.stream.IntStream;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.caravan.RentalDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;

/** Names of hosts that are provisioned by number: site, type, number from 1. */
public final class RentedNames {

    private RentedNames() {}

    /** For example {@code simula-m1-small-1}; empty if the declaration is incomplete or its number is out of range. */
    public static List<String> of(RentalDeclaration rental) {
        HostTypeDeclaration type = rental.getType();
        boolean complete = rental.getCount() != null && rental.getCount().matches("[1-9][0-9]{0,2}")
                && type != null && !type.eIsProxy() && type.getName() != null
                && rental.eContainer().eContainer() instanceof SiteDeclaration site && site.getName() != null;
        if (!complete) {
            return List.of();
        }
        String prefix = ((SiteDeclaration) rental.eContainer().eContainer()).getName() + "-" + type.getName() + "-";
        return IntStream.rangeClosed(1, Integer.parseInt(rental.getCount())).mapToObj(number -> prefix + number).toList();
    }
}
