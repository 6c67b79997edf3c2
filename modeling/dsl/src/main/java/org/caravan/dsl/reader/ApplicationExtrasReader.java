package org.caravan.dsl.reader;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.DataSet;
import org.caravan.application.SecurityControl;
import org.caravan.dsl.caravan.AnnotationDeclaration;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.AreaDeclaration;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.ControlDeclaration;
import org.caravan.dsl.caravan.DataDeclaration;
import org.caravan.dsl.caravan.OrganisationDeclaration;
import org.caravan.dsl.caravan.Residence;
import org.caravan.infrastructure.Sensitivity;
import org.eclipse.emf.ecore.EObject;

/** Converts the supplementary parts of an application declaration into their record. */
final class ApplicationExtrasReader {

    private final ApplicationDeclaration application;
    private final Map<Object, EObject> origins;

    ApplicationExtrasReader(ApplicationDeclaration application, Map<Object, EObject> origins) {
        this.application = application;
        this.origins = origins;
    }

    ApplicationExtras read() {
        Map<String, Map<String, String>> annotations = new TreeMap<>();
        application.getComponents().forEach(component -> annotations.put(component.getName(), annotations(component.getAnnotations())));
        return new ApplicationExtras(
                application.getData().stream().map(this::data).toList(),
                new AdaptationReader(application).read(),
                application.getControls().stream().map(this::control).toList(),
                Optional.ofNullable(application.getOrganisation()).map(OrganisationDeclaration::getName),
                annotations(application.getAnnotations()),
                annotations,
                Optional.ofNullable(application.getRobustness()).map(Amounts::share));
    }

    private SecurityControl control(ControlDeclaration control) {
        SecurityControl read = new SecurityControl(control.getName(), Optional.ofNullable(control.getDomain()),
                Optional.ofNullable(control.getSpecification()),
                control.getComponents().stream().map(ComponentDeclaration::getName).collect(Collectors.toSet()));
        origins.put(read, control);
        return read;
    }

    private static Map<String, String> annotations(List<AnnotationDeclaration> annotations) {
        return annotations.stream().collect(Collectors.toMap(AnnotationDeclaration::getName, AnnotationDeclaration::getValue));
    }

    private DataSet data(DataDeclaration data) {
        Optional<Residence> residence = data.getResidence().stream().findFirst();
        int replicas = data.getReplicas() == null ? 1 : Integer.parseInt(data.getReplicas());
        DataSet read = new DataSet(
                data.getName(),
                Optional.ofNullable(data.getSize()).map(Amounts::bytes),
                Optional.ofNullable(data.getSensitivity()).map(word -> Sensitivity.valueOf(word.toUpperCase(Locale.ROOT))),
                residence.map(where -> sites(where.getSites(), where.getArea())).orElse(Set.of()),
                residence.map(where -> countries(where.getCountries(), where.getArea())).orElse(Set.of()),
                replicas,
                data.getMostReplicas() == null ? replicas : Integer.parseInt(data.getMostReplicas()),
                Optional.ofNullable(data.getSource()),
                components(data, ComponentDeclaration::getStores),
                components(data, ComponentDeclaration::getProduces),
                components(data, ComponentDeclaration::getConsumes));
        origins.put(read, data);
        return read;
    }

    private Set<String> components(DataDeclaration data, Function<ComponentDeclaration, List<DataDeclaration>> named) {
        return application.getComponents().stream().filter(component -> named.apply(component).contains(data))
                .map(ComponentDeclaration::getName).collect(Collectors.toSet());
    }

    /** Sites as written, or those of the referenced area. */
    static Set<String> sites(Collection<String> written, AreaDeclaration area) {
        return new TreeSet<>(area == null ? written : area.getSites());
    }

    /** As {@link #sites}, for countries. */
    static Set<String> countries(Collection<String> written, AreaDeclaration area) {
        return new TreeSet<>(area == null ? written : area.getCountries());
    }
}
