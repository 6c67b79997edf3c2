package org.caravan.application;

import java.util.List;
import org.caravan.unit.Bytes;

/** The room that stored data takes: each component that stores it has all of it on its own host, as nothing is shared between hosts. */
public final class Storage {

    private Storage() {}

    /** The application with the room on disk for the data that each component stores, beside what its forms ask for themselves. To be asked once. */
    public static ApplicationModel reserved(ApplicationModel application) {
        List<DataSet> sized = application.supplement().data().stream().filter(data -> data.size().isPresent()).toList();
        return sized.isEmpty() ? application
                : application.withComponents(application.components().stream().map(component -> added(component, sized)).toList());
    }

    private static Component added(Component component, List<DataSet> sized) {
        long bytes = sized.stream().filter(data -> data.storedBy().contains(component.id())).mapToLong(data -> data.size().orElseThrow().value()).sum();
        return bytes == 0 ? component
                : component.withForms(component.forms().stream().map(form -> form.withDisk(new Bytes(form.diskBytes().value() + bytes))).toList());
    }
}
