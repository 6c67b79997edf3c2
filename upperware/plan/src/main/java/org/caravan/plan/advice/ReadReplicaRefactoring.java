package org.caravan.plan.advice;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.ApplicationModel;
import org.caravan.application.DataSet;

/**
 * One read replica of a component that has none.
 *
 * @param componentId stores data, or keeps data that the model does not name
 * @param declared ids of the data sets that it stores; a data set is added if there are none
 */
public record ReadReplicaRefactoring(String componentId, List<String> declared) implements Refactoring {

    private static final int COPIES = 2;

    public ReadReplicaRefactoring {
        declared = List.copyOf(declared);
    }

    @Override
    public Kind kind() {
        return Kind.READ_REPLICA;
    }

    /** One more copy of each data set that the component stores, and planning may add the replica. */
    @Override
    public ApplicationModel applied(ApplicationModel model) {
        ApplicationExtras said = model.supplement();
        List<DataSet> data = new ArrayList<>(said.data().stream().map(one -> declared.contains(one.id()) ? copied(one) : one).toList());
        if (declared.isEmpty()) {
            data.add(new DataSet(dataId(), Optional.empty(), Optional.empty(), Set.of(), Set.of(), 1, COPIES, Optional.empty(),
                    Set.of(componentId), Set.of(), Set.of()));
        }
        Set<String> readable = new HashSet<>(said.readable());
        readable.add(componentId);
        return model.withExtras(said.withData(data).withReadable(readable));
    }

    private static DataSet copied(DataSet data) {
        return new DataSet(data.id(), data.size(), data.sensitivity(), data.siteIds(), data.countries(), data.replicas(),
                Math.max(COPIES, data.mostReplicas()), data.source(), data.storedBy(), data.producedBy(), data.consumedBy());
    }

    private String dataId() {
        return componentId + "-data";
    }

    @Override
    public String subject() {
        return componentId;
    }

    @Override
    public String effect() {
        return "calls that read from " + componentId + " may be answered by a copy near their caller";
    }

    @Override
    public String written() {
        String replicas = "replicas 1.." + COPIES;
        return "write in component " + componentId + ": replica readable"
                + (declared.isEmpty() ? "  stores " + dataId() + ", and in the application: data " + dataId() + " { " + replicas + " }"
                        : ", and in the data " + String.join(", ", declared) + ": " + replicas);
    }

    @Override
    public String condition() {
        return "if reads may be answered from a copy that lags behind, and the image starts as a replica of the name in CARAVAN_REPLICA_OF";
    }
}
