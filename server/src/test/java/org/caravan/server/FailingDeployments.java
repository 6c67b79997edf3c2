package org.caravan.server;

import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Exit codes of deployments whose processes crash, are undone, or are drained without success. */
final class FailingDeployments {

    private static final String UNDO = "on failure undo\n  ";
    private static final String API = "component api { form container { image \"x/api\"  cpu 0.1  memory 64 MiB } provides rpc on 81 }\n"
            + "  require api at ";

    private final ExitCodeWalk walk;
    private final Server server;
    private final ServiceExitCodes services;

    FailingDeployments(ExitCodeWalk walk, Server server, ServiceExitCodes services) {
        this.walk = walk;
        this.server = server;
        this.services = services;
    }

    /** Deployments that fail because a process ends after each start. A crash loop takes 15 s, so they fail side by side. */
    CompletableFuture<Void> start() {
        walk.deployed("undone", UNDO, "");
        walk.deployed("back", UNDO + API + "depot", "");
        walk.deployed("back", UNDO, "");
        walk.deployed("moving", UNDO + "require web at frankfurt", "");
        walk.deployed("resumed", UNDO, "");
        walk.crash("moving/web:1", "undone/api:1", "back/api:1", "resumed/api:1", "held/web:1", "crashing/redis:1");
        return CompletableFuture.allOf(
                CompletableFuture.runAsync(() -> {
                    walk.run("deploy", 3, "", walk.application("undone", UNDO + API + "depot", ""), "--auto-approve");
                    walk.run("deployments", 3, "", "undone", "--follow");
                }),
                CompletableFuture.runAsync(() -> walk.run("rollback", 3, "", "back", "--auto-approve")),
                CompletableFuture.runAsync(services::provokeFailure),
                CompletableFuture.runAsync(this::drainsWithoutSuccess),
                CompletableFuture.runAsync(this::runsAgainWhereItWas),
                CompletableFuture.runAsync(this::failsAndIsUndoneOnlyWhenResumed),
                CompletableFuture.runAsync(() -> {
                    walk.run("deploy", 1, "", walk.application("held", "", ""), "--auto-approve");
                    walk.run("deployments", 1, "", "held", "--follow");
                    walk.run("status", 1, "", "held");
                }));
    }

    private void drainsWithoutSuccess() {
        String host = walk.hostOf("moving");
        walk.run("node drain", 3, "", host, "--auto-approve");
        walk.ok("node drain", host, "--undo");
    }

    /** The moved copy crashes on its new host, and no longer once the move is undone. */
    private void runsAgainWhereItWas() {
        server.client.await("applications/moving/deployments/latest", run -> run.path("state").asString().equals("UNDOING"));
        walk.crash("undone/api:1", "back/api:1", "resumed/api:1", "held/web:1", "crashing/redis:1");
    }

    /** The host of the new component loses power while the component crashes, so that nothing can be undone there at first. */
    private void failsAndIsUndoneOnlyWhenResumed() {
        walk.ok("deploy", walk.application("resumed", UNDO + API + "corner", ""), "--auto-approve", "--no-wait");
        JsonNode run = server.client.await("applications/resumed/deployments/latest", one -> one.path("steps").valueStream().anyMatch(
                step -> step.path("text").asString().contains("CONFIRM api:1") && step.path("state").asString().equals("RUNNING")));
        Matcher host = Pattern.compile("on (kiosk-\\d)").matcher(run.toString());
        walk.out(host.find() ? host.group(1) : "");
        server.client.await("applications/resumed/deployments/latest", ExitCodeWalk.ENDED);
        walk.out("");
        walk.run("resume", 3, "", "resumed");
    }
}
