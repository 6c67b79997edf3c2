package org.caravan.dsl.ide;

import java.util.Collection;
import org.eclipse.xtext.resource.IResourceDescription;
import org.eclipse.xtext.resource.IResourceDescriptions;
import org.eclipse.xtext.resource.impl.DefaultResourceDescriptionManager;

/** An application is checked against infrastructures in other files by name, which is no reference that Xtext could follow. */
class EveryFileConcernsAll extends DefaultResourceDescriptionManager {

    @Override
    public boolean isAffected(Collection<IResourceDescription.Delta> deltas, IResourceDescription candidate, IResourceDescriptions context) {
        return deltas.stream().anyMatch(IResourceDescription.Delta::haveEObjectDescriptionsChanged) || super.isAffected(deltas, candidate, context);
    }
}
