package org.caravan.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;

/** Which instance a command is about: the one it names, or the only one of the component it names. */
final class InstanceChoice {

    private final Api api;

    InstanceChoice(Api api) {
        this.api = api;
    }

    /** As it stands in a path. */
    String inPath(String application, String named) {
        return URLEncoder.encode(whole(application, named), StandardCharsets.UTF_8);
    }

    private String whole(String application, String named) {
        if (named.contains(":")) {
            return named;
        }
        List<String> copies = api.get("applications/" + application).path("instances").valueStream().map(copy -> copy.path("instance").asString())
                .filter(copy -> copy.startsWith(named + ":")).toList();
        if (copies.size() > 1) {
            throw new ApiFault("which-instance", "Which instance of " + named + " is meant?\n    Maybe one of " + copies + ".");
        }
        return copies.isEmpty() ? named + ":1" : copies.get(0);
    }
}
