package org.caravan.cli.application;

import java.util.List;
import org.caravan.api.application.ApplicationView;
import org.caravan.api.application.ApplicationView.InstanceView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;

/** Selects the instance of a command: the named one, or the only one of the named component. */
final class InstanceResolver {

    private final Api api;

    InstanceResolver(Api api) {
        this.api = api;
    }

    /**
     * @param option application given by the option; null if absent
     * @param named name of the instance, optionally prefixed by its application
     * @param part subresource of the instance
     */
    ApiPath path(String option, String named, String part) {
        Named found = named(option, named);
        return ApiPath.of("applications", found.application(), "instances", found.instance(), part);
    }

    /** An instance with its number, and its application. */
    record Named(String application, String instance) {}

    /** The same without a subresource. */
    Named named(String option, String named) {
        String before = named.contains("/") ? named.substring(0, named.indexOf('/')) : option;
        if (option != null && !option.equals(before)) {
            throw new ApiFault("which-application", "Two applications are named, (" + before + ") and (" + option
                    + ").\n    Maybe remove one of them.");
        }
        String application = new ApplicationChoice(api).choose(before);
        return new Named(application, whole(application, named.substring(named.indexOf('/') + 1)));
    }

    private String whole(String application, String named) {
        if (named.contains(":")) {
            return named;
        }
        List<String> copies = api.get(ApiPath.of("applications", application), ApplicationView.class).value().instances().stream()
                .map(InstanceView::instance)
                .filter(copy -> copy.startsWith(named + ":")).toList();
        if (copies.size() > 1) {
            throw new ApiFault("which-instance", "Which instance of " + named + " is meant?\n    Maybe one of " + copies + ".");
        }
        return copies.isEmpty() ? named + ":1" : copies.get(0);
    }
}
