package org.caravan.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Users;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;

/** Content of an application's picture without positions. */
final class Diagram {

    private final ApplicationModel application;
    private final Map<String, Shape> figures = new LinkedHashMap<>();
    private final Set<Arrow> arrows = new LinkedHashSet<>();
    private final Map<String, Site> sites = new LinkedHashMap<>();

    private Diagram(ApplicationModel application, List<Infrastructure> infrastructures) {
        this.application = application.withResidence();
        infrastructures.forEach(known -> known.sites().forEach(site -> sites.put(site.id(), site)));
    }

    /**
     * @param infrastructures infrastructures whose sites are shown with details; other sites that the application names are shown by name
     */
    static Diagram of(ApplicationModel application, List<Infrastructure> infrastructures) {
        Diagram scene = new Diagram(application, infrastructures);
        scene.application.users().forEach(scene::users);
        scene.application.components().forEach(scene::component);
        scene.application.components().forEach(scene::links);
        scene.application.users().forEach(scene::entries);
        scene.application.locations().forEach(scene::places);
        scene.sites.keySet().forEach(scene::site);
        return scene;
    }

    List<Shape> figures() {
        return List.copyOf(figures.values());
    }

    List<Arrow> arrows() {
        return List.copyOf(arrows);
    }

    private void users(Users users) {
        add(new Shape("users " + users.id(), Shape.Kind.USERS, List.of(users.id(), "via " + users.at().ispId() + " " + users.at().family(),
                plain(users.rate().value()) + " requests/s")));
    }

    private void component(Component component) {
        List<String> lines = new ArrayList<>(List.of(component.id()));
        lines.add(component.forms().stream().map(form -> form.kind().toString()).collect(Collectors.joining(" | ")) + replicas(component));
        Set<String> countries = application.locations().stream().filter(location -> location.componentId().equals(component.id()))
                .flatMap(location -> location.countries().stream()).collect(Collectors.toCollection(java.util.TreeSet::new));
        if (!countries.isEmpty()) {
            lines.add("in " + String.join(", ", countries));
        }
        add(new Shape("component " + component.id(), component.stateful() ? Shape.Kind.STORE : Shape.Kind.COMPONENT, lines));
    }

    private static String replicas(Component component) {
        String most = component.scaling().filter(range -> range.most() > component.replicas()).map(range -> ".." + range.most()).orElse("");
        return component.replicas() == 1 && most.isEmpty() ? "" : " × " + component.replicas() + most;
    }

    private void links(Component component) {
        component.requires().forEach(use -> arrows.add(new Arrow("component " + component.id(), "component " + use.componentId(),
                use.endpointName(), false)));
    }

    private void entries(Users users) {
        users.mix().keySet().forEach(requestId -> application.request(requestId).hops().stream().filter(Hop::fromUsers).forEach(hop ->
                arrows.add(new Arrow("users " + users.id(), "component " + hop.to(), "", false))));
        place("users " + users.id(), users.at().siteId());
    }

    private void places(LocationRequirement location) {
        location.siteIds().forEach(siteId -> place("component " + location.componentId(), siteId));
    }

    private void place(String from, String siteId) {
        site(siteId);
        arrows.add(new Arrow(from, "site " + siteId, "", true));
    }

    private void site(String siteId) {
        List<String> lines = new ArrayList<>(List.of(siteId));
        Site site = sites.get(siteId);
        if (site != null) {
            lines.add(site.kind() + ", " + site.country());
            lines.add(site.isps().stream().map(isp -> isp.id()).collect(Collectors.joining(", ")));
            if (!site.hosts().isEmpty()) {
                lines.add("hosts: " + site.hosts().size());
            }
        }
        add(new Shape("site " + siteId, Shape.Kind.SITE, lines));
    }

    private void add(Shape figure) {
        figures.putIfAbsent(figure.id(), figure);
    }

    private static String plain(double value) {
        return new java.math.BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
