package org.caravan.dsl.ide;

import java.util.Collection;
import org.eclipse.xtext.resource.IResourceDescription;
import org.eclipse.xtext.resource.IResourceDescriptions;
import org.eclipse.xtext.resource.impl.DefaultResourceDescriptionManager;

/**
 * Revalidates all files after each change. Applications refer to infrastructures in other files by plain name, which Xtext cannot track as
 * a reference.
 */
class AlwaysAffected extends DefaultResourceDescriptionManager {

    @Override
    public boolean isAffected(Collection<IResourceDescription.Delta> deltas, IResourceDescription candidate,
            IResourceDescriptions context) {
        return deltas.stream().anyMatch(IResourceDescription.Delta::haveEObjectDescriptionsChanged)
                || super.isAffected(deltas, candidate, context);
    }
}
