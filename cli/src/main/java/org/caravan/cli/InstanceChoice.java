package org.caravan.cli;

import java.util.List;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;

/** Which instance a command is about: the one it names, or the only one of the component it names. */
final class InstanceChoice {

    private final Api api;

    InstanceChoice(Api api) {
        this.api = api;
    }

    /** With its number. */
    String whole(String application, String named) {
        if (named.contains(":")) {
            return named;
        }
        List<String> copies = api.get(ApiPath.of("applications", application)).path("instances").valueStream().map(copy -> copy.path("instance").asString())
                .filter(copy -> copy.startsWith(named + ":")).toList();
        if (copies.size() > 1) {
            throw new ApiFault("which-instance", "Which instance of " + named + " is meant?\n    Maybe one of " + copies + ".");
        }
        return copies.isEmpty() ? named + ":1" : copies.get(0);
    }
}
