package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.caravan.json.Json;
import tools.jackson.databind.JsonNode;

/** From an empty server to deployments that fail: commands in the order in which each finds what provokes its codes. */
final class ExitCodeWalk {

    private static final String STATEFUL = "stateful";
    static final Predicate<JsonNode> ENDED = run -> !run.path("state").asString().endsWith("ING");

    private final Server server;
    private final CannedNode canned;
    private final Path folder;
    private final ProvokedCodes provoked;
    private final ServiceExitCodes services;

    ExitCodeWalk(Server server, CannedNode canned, Path folder, ProvokedCodes provoked) {
        this.server = server;
        this.canned = canned;
        this.folder = folder;
        this.provoked = provoked;
        this.services = new ServiceExitCodes(this, folder);
    }

    void run() throws Exception {
        withoutAServer();
        access();
        infrastructure();
        plans();
        services.provoke();
        CompletableFuture<Void> failures = new FailingDeployments(this, server, services).start();
        images();
        cannedNodes();
        login();
        failures.join();
        afterFailures();
        outage();
        drain();
        ending();
    }

    /** What every command that asks a server ends with if the server does not know its token. */
    void unknownToken(String command) {
        List<String> words = new ArrayList<>(command(command));
        words.addAll(arguments(command));
        words.addAll(List.of("--server", url(), "--token-file", file("unknown-token", "caravan-" + "0".repeat(40))));
        provoked.run(command, "1", 1, "x", words);
    }

    void wrongCommandLine(String command, int usage) {
        List<String> words = new ArrayList<>(command(command));
        if (command.equals("exec")) {
            words.add("web"); // and no command
        } else {
            words.add("--no-such-option");
        }
        provoked.run(command, Integer.toString(usage), usage, "", words);
    }

    /** What each needs beside options, so that it asks the server at all. */
    private List<String> arguments(String command) {
        return switch (command) {
            case "network chart" -> List.of("--from", "corner", "--to", "depot", "--out", folder.resolve("none.svg").toString());
            case "logs", "why" -> List.of("web:1");
            case "exec" -> List.of("web:1", "true");
            case "node add", "node check", "node measure", "node drain", "node remove" -> List.of("rack-1");
            case "cancel", "rollback", "destroy", "remove", "plan reject", "image prefetch", "image show", "image remove", "secret set",
                    "secret remove", "organisation create", "token revoke", "endpoint allow", "endpoint forget", "freeze",
                            "unfreeze" -> List.of("shop");
            case "organisation weight" -> List.of("shop", "2");
            case "token create" -> List.of("shop", "--role", "viewer");
            case "image push" -> List.of(folder.toString(), "shop");
            case "image import" -> List.of(file("image.tar", ""), "--name", "shop");
            case "service create" -> List.of("redis", "cache", "-o", folder.resolve("none.caravan").toString());
            case "image export" -> List.of("shop", folder.resolve("none.tar").toString());
            default -> List.of();
        };
    }

    private void withoutAServer() throws IOException {
        String valid = application("valid", "", "");
        provoked.run("validate", "0", 0, "", List.of("validate", "--offline", valid));
        provoked.run("validate", "1", 1, "", List.of("validate", "--offline", file("wrong.caravan", "application wrong { component }")));
        provoked.run("import", "0", 0, "", List.of("import", file("compose.yml", "services: {web: {image: acme/web, ports: ['80']}}")));
        provoked.run("import", "1", 1, "", List.of("import", file("none.yml", "services: [")));
        provoked.run("turns read", "0", 0, "", readingTurns("home=GET /"));
        provoked.run("turns read", "1", 1, "", readingTurns("none=POST /none"));
        provoked.run("service kinds", "0", 0, "", List.of("service", "kinds"));
        provoked.run("completion", "0", 0, "", List.of("completion", "bash"));
    }

    private static List<String> readingTurns(String request) {
        return List.of("turns", "read", "../cli/src/test/resources/shop.pcap", "--component", "web=127.0.0.2:9002", "--request", request);
    }

    private void access() {
        ok("organisation create", "acme");
        ok("organisation weight", "acme", "2");
        ok("organisation list");
        ok("token create", "ci", "--role", "viewer", "--days", "1");
        ok("token list");
        String id = server.client.get("tokens").valueStream().filter(token -> token.path("name").asString().equals("ci")).findFirst()
                .orElseThrow().path("id").asString();
        ok("token revoke", id);
        ok("endpoint allow", "keystone.example.org:5000");
        ok("endpoint list");
        ok("endpoint forget", "keystone.example.org:5000");
        run("secret set", 0, "hunter2", "password");
        ok("secret list");
        ok("secret remove", "password");
        ok("secret rotate-key");
        ok("audit");
        ok("audit verify");
        ok("rules");
    }

    private void infrastructure() {
        ok("infrastructure", file("city.caravan", Server.text("field-faults/city.caravan")));
        ok("start-times");
        ok("probe");
        ok("network");
        ok("network chart", "--from", "corner", "--to", "depot", "--out", folder.resolve("chart.svg").toString());
        ok("network agents");
        ok("network probes");
        ok("nodes");
        ok("metrics");
        ok("orphans");
    }

    private void plans() {
        String shop = application("shop", "", "");
        String large = file("large.caravan", "application large { component web {"
                + " form container { image \"x/web\"  cpu 17  memory 64 MiB } provides http on 80 } }");
        run("plan", 1, "", large);
        run("plan", 2, "", shop);
        run("plan lint", 0, "", "shop");
        ok("plan reject", "shop");
        ok("plan reject", "shop", "--undo");
        ok("forecast", "shop");
        ok("predictions", "shop");
        run("rehearse", 1, "", "shop", "--from", "7d"); // it was not deployed then
        run("diff", 1, "", large);
        run("diff", 2, "", shop);
        run("deploy", 1, "", large);
        run("deploy", 2, "", shop);
        ok("whatif", "shop", "--users", "x2");
        ok("advise", "shop", "--plannings", "0");
        ok("image prefetch", "shop");
        run("plan", 2, "", file("sec.caravan", Server.text("field-faults/sec.caravan")));
        run("plan lint", 1, "", "sec"); // its secret is not set
        run("plan lint", 2, "", planned("doubtful", "", "replicas 2"));
        run("plan reject", 1, "", "large");
        run("rollback", 1, "", "shop");
        run("cancel", 1, "", "shop");
        run("destroy", 1, "", "shop", "--auto-approve");
        ok("deploy", "shop", "--auto-approve");
        run("rehearse", 0, "", "shop", "--load", file("load.csv", "0s,users,1\n1m,users,2\n"));
        run("plan", 0, "", "shop");
        run("diff", 0, "", "shop");
        run("destroy", 2, "", "shop");
    }

    private void afterFailures() {
        run("resume", 1, "", "shop");
        crash();
        ok("resume", "held");
        crash("canceled/web:1");
        ok("deploy", application("canceled", "", ""), "--auto-approve", "--no-wait");
        ok("cancel", "canceled");
        crash();
        run("rollback", 2, "", "back");
        ok("rollback", "back", "--auto-approve");
        ok("status", "shop");
        ok("logs", "shop/web:1");
        ok("exec", "shop/web:1", "--", "true");
        List.of("plans", "deployments", "drift", "decisions").forEach(command -> ok(command, "shop"));
        ok("why", "shop/web:1");
        List.of("autonomy", "freeze", "unfreeze").forEach(command -> ok(command, "shop"));
    }

    private void outage() {
        out(hostOf("shop"));
        run("status", 1, "", "shop");
        run("drift", 4, "", "shop");
        run("nodes", 4, "");
        run("orphans", 4, "");
        out("");
        run("drift", 2, "", "shop");
        run("drift", 2, "", "shop", "--repair");
        ok("drift", "shop", "--repair", "--auto-approve");
    }

    private void drain() {
        deployed("stateful", "", STATEFUL);
        run("node drain", 1, "", hostOf("stateful"), "--auto-approve");
        ok("destroy", "stateful", "--auto-approve");
        String host = hostOf("shop");
        run("node drain", 2, "", host);
        ok("node drain", host, "--auto-approve");
        ok("node drain", host, "--undo");
    }

    private void ending() {
        ok("destroy", "shop", "--auto-approve");
        ok("remove", "shop");
    }

    private void images() throws IOException {
        Path tar = BuiltImage.rootFileSystem(folder.resolve("root.tar"));
        ok("image import", tar.toString(), "--format", "rootfs", "--name", "shop/web", "--arch", "amd64", "--start", "/bin/web");
        ok("image list");
        ok("image show", "shop/web");
        ok("image export", "shop/web", folder.resolve("web.tar").toString());
        Path built = BuiltImage.outputFolder(folder.resolve("built"), "shop/pushed");
        ok("image push", built.toString(), "shop/pushed");
        ok("image remove", "shop/pushed");
        ok("image gc");
    }

    private void cannedNodes() {
        canned.task("DONE", "OK");
        canned("node check", 0, "pi-1");
        canned("node add", 0, "pi-1", "--auto-approve");
        canned("node add", 2, "pi-1");
        canned("node measure", 0, "pi-1");
        canned("node remove", 0, "pi-1", "--auto-approve");
        canned("node remove", 2, "pi-1");
        canned.task("UNFIT", "CHANGE");
        canned("node check", 2, "pi-1");
        canned("node add", 2, "pi-1", "--auto-approve");
        canned.task("UNFIT", "MISSING");
        canned("node check", 1, "pi-1");
        canned("node add", 1, "pi-1", "--auto-approve");
        canned("node measure", 1, "pi-1");
        canned("node remove", 1, "pi-1", "--auto-approve");
        canned.answer("{\"intact\":false,\"entries\":7,\"orphans\":[{\"hostId\":\"pi-1\",\"label\":\"shop.web.1\",\"state\":\"RUNNING\"}],"
                + "\"left\":[\"pi-1 is unreachable\"],\"exitCode\":7,\"output\":\"\",\"errorOutput\":\"\","
                + "\"state\":\"FAILED\",\"probeRunId\":\"1\"}");
        canned("audit verify", 1);
        canned("orphans", 2);
        canned("orphans", 1, "--remove", "--auto-approve");
        canned("probe", 1);
        provoked.run("exec", "0..255", 7, "", words("exec", canned.url(), List.of("shop/web:1", "--", "false")));
        TurnExitCodes.provoke(this, canned);
    }

    private void login() throws IOException, InterruptedException {
        provoked.process("login", "0", 0, server.client.token, List.of("login", url()));
        provoked.process("login", "1", 1, "caravan-unknown", List.of("login", url()));
        provoked.process("logout", "0", 0, "", List.of("logout"));
        Files.createDirectories(folder.resolve("config/caravan/login/not-empty"));
        provoked.process("logout", "1", 1, "", List.of("logout"));
    }

    void deployed(String name, String more, String web) {
        planned(name, more, web);
        server.client.expect(202, "POST", "applications/" + name + "/plans/latest/approval", null);
        JsonNode run = server.client.await("applications/" + name + "/deployments/latest", ENDED);
        assertThat(run.path("state").asString()).as(run.toString()).isEqualTo("DONE");
    }

    String hostOf(String application) {
        return server.client.get("applications/" + application).path("instances").path(0).path("hostId").asString();
    }

    /** @param instances those that crash from now on; no others */
    void crash(String... instances) {
        simulate("crashes", String.join("", Stream.of(instances).map(one -> one + " 3\n").toList()));
    }

    /** @param host the one that has no power from now on; empty: none */
    void out(String host) {
        simulate("outages", host + "\n");
    }

    private void simulate(String mishaps, String lines) {
        try {
            Files.writeString(server.data.resolve("simulated-" + mishaps + ".txt"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void canned(String command, int code, String... arguments) {
        provoked.run(command, Integer.toString(code), code, "", words(command, canned.url(), List.of(arguments)));
    }

    void ok(String command, String... arguments) {
        run(command, 0, "", arguments);
    }

    void run(String command, int code, String input, String... arguments) {
        String documented = command.equals("exec") ? "0..255" : Integer.toString(code);
        provoked.run(command, documented, code, input, words(command, url(), List.of(arguments)));
    }

    private List<String> words(String command, String url, List<String> arguments) {
        List<String> words = new ArrayList<>(command(command));
        words.addAll(List.of("--server", url, "--token-file", server.data.resolve("token").toString()));
        words.addAll(arguments);
        return words;
    }

    private static List<String> command(String name) {
        return List.of(name.split(" "));
    }

    private String url() {
        return "http://127.0.0.1:" + server.client.base.getPort();
    }

    private String planned(String name, String more, String web) {
        server.client.put("applications/" + name + "/model", Json.write(Map.of("files",
                Map.of("a.caravan", text(name, more, web)))));
        server.client.expect(200, "POST", "applications/" + name + "/plans", null);
        return name;
    }

    String application(String name, String more, String web) {
        return file(name + ".caravan", text(name, more, web));
    }

    /** @param more further lines of the model @param web further words of its component web, or STATEFUL */
    private static String text(String name, String more, String web) {
        return """
                application %s {
                  component web %s  form container { image "x/web"  cpu 0.2  memory 64 MiB  arch amd64 } provides http on 80 }
                  %s
                  users u { at station via Bredband ipv4  rate 3 requests/s  mix r 100 %% }
                  request r { users -> web  turns 1  bytes 1 KiB }
                  minimise latency of r
                }
                """.formatted(name, web.equals(STATEFUL) ? "stateful {" : "{ " + web, more);
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
