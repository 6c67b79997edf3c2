package org.caravan.application;

import java.util.List;
import org.caravan.unit.Bytes;

/**
 * Reserves disk space for stored data. Hosts share no storage, so each component that stores a data set needs its full size on its own
 * host.
 */
public final class Storage {

    private Storage() {}

    /**
     * Adds the size of the data that each component stores to the disk reservation of its forms. Call once: a second call adds the size
     * again.
     */
    public static ApplicationModel reserved(ApplicationModel application) {
        List<DataSet> sized = application.supplement().data().stream().filter(data -> data.size().isPresent()).toList();
        return sized.isEmpty() ? application
                : application.withComponents(application.components().stream().map(component -> added(component, sized)).toList());
    }

    private static Component added(Component component, List<DataSet> sized) {
        long bytes = sized.stream().filter(data -> data.storedBy().contains(component.id()))
                .mapToLong(data -> data.size().orElseThrow().value()).sum();
        return bytes == 0 ? component
                : component.withForms(component.forms().stream().map(form -> form.withDisk(new Bytes(form.diskBytes().value() + bytes)))
                        .toList());
    }
}
