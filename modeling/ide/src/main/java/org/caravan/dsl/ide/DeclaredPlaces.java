package org.caravan.dsl.ide;

import com.google.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.naming.QualifiedName;
import org.eclipse.xtext.resource.IEObjectDescription;
import org.eclipse.xtext.resource.IResourceDescriptions;
import org.eclipse.xtext.resource.impl.ResourceDescriptionsProvider;

/** Finds sites and ISPs declared in any file of the project; applications refer to them by plain name, not by a reference. */
class DeclaredPlaces {

    @Inject
    private ResourceDescriptionsProvider index;

    List<String> sites(Resource around) {
        return names(around, Literals.SITE_DECLARATION).map(QualifiedName::getLastSegment).distinct().sorted().toList();
    }

    /** @param users declaration whose site restricts the ISPs, if the site is already known */
    List<String> isps(Resource around, EObject users) {
        String site = users instanceof UsersDeclaration declared ? declared.getSite() : null;
        return names(around, Literals.ISP_DECLARATION)
                .filter(name -> site == null || name.getSegmentCount() > 1 && name.getSegment(name.getSegmentCount() - 2).equals(site))
                .map(QualifiedName::getLastSegment).distinct().sorted().toList();
    }

    private Stream<QualifiedName> names(Resource around, EClass kind) {
        IResourceDescriptions all = index.getResourceDescriptions(around);
        return StreamSupport.stream(all.getExportedObjectsByType(kind).spliterator(), false).map(IEObjectDescription::getQualifiedName);
    }
}
