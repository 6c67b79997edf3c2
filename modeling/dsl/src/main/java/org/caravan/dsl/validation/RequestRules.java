package org.caravan.dsl.validation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.HopDeclaration;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Checks that a request follows required links from its users, and that each hop starts where an earlier hop arrived. */
class RequestRules extends Rules {

    @Check
    void linkRequired(HopDeclaration hop) {
        ComponentDeclaration from = hop.getFrom();
        ComponentDeclaration to = hop.getTo();
        if (!known(from) || !known(to)) {
            return;
        }
        String subject = capital(Owner.of(hop));
        if (from == to) {
            String message = subject + " stays inside component " + to.getName() + ".";
            reject("self-hop", message, "leave it out: only what crosses a link costs turns.", hop, Literals.HOP_DECLARATION__TO);
            return;
        }
        if (!isRequired(hop)) {
            String endpoint = to.getEndpoints().isEmpty() ? "…" : to.getEndpoints().get(0).getName();
            String message = subject + " crosses a link that component " + from.getName() + " does not require.";
            String suggestion = "add to component " + from.getName() + ": requires " + to.getName() + "." + endpoint;
            reject("link-not-required", message, suggestion, hop, Literals.HOP_DECLARATION__TO);
        }
    }

    @Check
    void usersWait(HopDeclaration hop) {
        if (hop.isAsync() && hop.isFromUsers()) {
            reject("async-of-users", capital(Owner.of(hop)) + " is async, but users wait for the answer of their own call.",
                    "leave out async, or write it at a hop between components.", hop, Literals.HOP_DECLARATION__ASYNC);
        }
    }

    @Check
    void parallelToAnother(RequestDeclaration request) {
        Set<ComponentDeclaration> called = new HashSet<>();
        for (HopDeclaration hop : request.getHops()) {
            // Users are no component: null.
            boolean first = !called.contains(hop.getFrom());
            if (hop.isParallel() && first) {
                reject("parallel-to-nothing", capital(Owner.of(hop)) + " is parallel, but its caller makes no hop before it.",
                        "write parallel at the second of the hops that are made at the same time.", hop,
                        Literals.HOP_DECLARATION__PARALLEL);
            }
            called.add(hop.getFrom());
            called.remove(hop.getTo());
        }
    }

    @Check
    void entryServed(ApplicationDeclaration application) {
        Set<ComponentDeclaration> seen = new HashSet<>();
        for (HopDeclaration hop : EcoreUtil2.getAllContentsOfType(application, HopDeclaration.class)) {
            ComponentDeclaration entry = hop.getTo();
            if (hop.isFromUsers() && known(entry) && entry.getEndpoints().isEmpty() && seen.add(entry)) {
                String message = capital(Owner.of(hop)) + " enters component " + entry.getName() + ", which provides no endpoint.";
                String suggestion = "add to component " + entry.getName() + ": provides http on 8080";
                reject("entry-unserved", message, suggestion, hop, Literals.HOP_DECLARATION__TO);
            }
        }
    }

    @Check
    void entryUnambiguous(RequestDeclaration request) {
        ComponentDeclaration entry = null;
        for (HopDeclaration hop : request.getHops()) {
            if (!hop.isFromUsers() || !known(hop.getTo())) {
                continue;
            }
            if (entry != null && entry != hop.getTo()) {
                String message = capital(Owner.of(hop)) + " is a second entry; users already enter by component " + entry.getName() + ".";
                String suggestion = "make it two requests, or let " + entry.getName() + " call " + hop.getTo().getName() + ".";
                reject("entry-ambiguous", message, suggestion, hop, Literals.HOP_DECLARATION__TO);
            }
            entry = entry == null ? hop.getTo() : entry;
        }
    }

    @Check
    void pathUnbroken(RequestDeclaration request) {
        Set<ComponentDeclaration> reached = new HashSet<>();
        for (HopDeclaration hop : request.getHops()) {
            ComponentDeclaration from = hop.getFrom();
            if (!hop.isFromUsers() && known(from) && !reached.contains(from)) {
                rejectBroken(hop, reached);
                return; // all hops after a gap would be reported for the same reason
            }
            if (!known(hop.getTo()) || !isRequired(hop)) {
                return; // reported by another rule; the intended path from here is unknown
            }
            reached.add(hop.getTo());
        }
    }

    private void rejectBroken(HopDeclaration hop, Set<ComponentDeclaration> reached) {
        List<String> starts = new ArrayList<>(reached.stream().map(ComponentDeclaration::getName).toList());
        starts.add("users");
        String from = hop.getFrom().getName();
        String message = capital(Owner.of(hop)) + " starts at component " + from + ", which no earlier hop reaches.";
        String suggestion = "add a hop to " + from + " before it, or start it at "
                + Suggestion.listed(Suggestion.closest(from, starts)) + ".";
        reject("request-path-broken", message, suggestion, hop, Literals.HOP_DECLARATION__FROM);
    }

    /** Whether the link is required; assumed if a requirement does not resolve, because it may be the missing one. */
    private static boolean isRequired(HopDeclaration hop) {
        return hop.isFromUsers()
                || !known(hop.getFrom())
                || hop.getFrom().getRequires().stream()
                        .anyMatch(use -> !known(use.getComponent()) || use.getComponent() == hop.getTo());
    }

    private static boolean known(ComponentDeclaration component) {
        return component != null && !component.eIsProxy();
    }
}
