package org.caravan.server;

import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.caravan.json.Json;
import tools.jackson.databind.JsonNode;

/** Applications that are all changed at once, again and again, by people who ask the other server where one does not answer. */
final class Churn implements AutoCloseable {

    private static final String MODEL = """
            application %s version "%d" {
              component web {
                form container { image "web"  cpu 0.05  memory 16 MiB  env { ROUND "%d" } }
                provides http on 8080
                requires store.tcp
              }
              component store {
                form container { image "store"  cpu 0.05  memory 16 MiB  env { ROUND "%d" } }
                provides tcp on 3306
              }
              users bergen { at users-bergen via BKK ipv6  rate 1 requests/s  mix home 100 %% }
              request home { users -> web turns 3 bytes 4 KiB  web -> store turns 1 bytes 1 KiB }
              minimise latency of home
            }
            """;
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Pair pair;
    private final int applications;
    private final ExecutorService people;
    /** By application: the plan that was approved last. */
    private final Map<String, String> approved = new ConcurrentHashMap<>();

    Churn(Pair pair, int applications) {
        this.pair = pair;
        this.applications = applications;
        this.people = Executors.newFixedThreadPool(applications);
    }

    /** Begins to change every application; done when the last one runs as it was changed. */
    CompletableFuture<Void> round(int round) {
        return CompletableFuture.allOf(IntStream.range(0, applications)
                .mapToObj(number -> CompletableFuture.runAsync(() -> change(number, round), people)).toArray(CompletableFuture[]::new));
    }

    List<String> names() {
        return IntStream.range(0, applications).mapToObj(number -> "app-" + number).toList();
    }

    String approved(String application) {
        return approved.get(application);
    }

    /** Of two components, in which something changes with each round. */
    static String model(String application, int round) {
        return MODEL.formatted(application, round, round, round);
    }

    private void change(int number, int round) {
        String name = "app-" + number;
        List<Client> asked = number % 2 == 0 ? List.of(client("a"), client("b")) : List.of(client("b"), client("a"));
        String model = Json.write(Map.of("files", Map.of("app.caravan", model(name, round))));
        answer(asked, 200, "PUT", "applications/" + name + "/model", model);
        String plan = approved(asked, name);
        approved.put(name, plan);
        until(asked, name, plan);
    }

    /**
     * Makes a plan, has it approved and returns its id. Who does not hear an answer looks first whether it was done. If another application
     * has reserved meanwhile what the plan needs, it is made again.
     */
    private String approved(List<Client> asked, String name) {
        AtomicReference<String> plan = new AtomicReference<>(planned(asked, name));
        await("the plan of " + name + " to be approved").atMost(LIMIT).pollInterval(PAUSE).until(() -> asked.stream().anyMatch(client -> {
            Answer answer = ask(client, "POST", "applications/" + name + "/plans/" + plan.get() + "/approval", null);
            boolean done = answer.status() == 202 || carriedOut(asked, name, plan.get());
            if (!done && answer.status() == 409 && answer.body().path("code").asString("").equals("resource-taken")) {
                plan.set(planned(asked, name));
            }
            return done;
        }));
        return plan.get();
    }

    private static String planned(List<Client> asked, String name) {
        return answer(asked, 200, "POST", "applications/" + name + "/plans", null).path("id").asString();
    }

    private boolean carriedOut(List<Client> asked, String name, String plan) {
        return asked.stream().map(client -> ask(client, "GET", "applications/" + name + "/deployments/latest", null))
                .anyMatch(latest -> latest.status() == 200 && latest.body().path("planId").asString().equals(plan));
    }

    private void until(List<Client> asked, String name, String plan) {
        first(asked, client -> ask(client, "GET", "applications/" + name + "/deployments/latest", null),
                latest -> latest.status() == 200 && latest.body().path("planId").asString().equals(plan)
                        && latest.body().path("state").asString().equals("DONE"),
                "the deployment of " + name + " by plan " + plan + " to end");
    }

    private Client client(String name) {
        return pair.member(name).client();
    }

    private record Answer(int status, JsonNode body) {}

    private static JsonNode answer(List<Client> asked, int status, String method, String path, String body) {
        return first(asked, client -> ask(client, method, path, body), answer -> answer.status() == status, method + " " + path).body();
    }

    /** Asks one after the other until an answer is as wished; the error has the last answer of each. */
    private static Answer first(List<Client> asked, Function<Client, Answer> question, Predicate<Answer> wished, String what) {
        AtomicReference<List<Answer>> latest = new AtomicReference<>(List.of());
        try {
            return await(what).atMost(LIMIT).pollInterval(PAUSE).until(() -> {
                List<Answer> answers = new ArrayList<>();
                for (Client client : asked) {
                    Answer answer = question.apply(client);
                    answers.add(answer);
                    if (wished.test(answer)) {
                        return answer;
                    }
                }
                latest.set(answers);
                return answers.get(0);
            }, wished);
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(what + ": the servers answered " + latest.get(), late);
        }
    }

    /** Status 0 where the server does not answer. */
    private static Answer ask(Client client, String method, String path, String body) {
        try {
            var response = client.send(client.request(path, method, body).header("Authorization", "Bearer " + client.token)
                    .timeout(Duration.ofSeconds(30)));
            return new Answer(response.statusCode(), Json.mapper().readTree(response.body()));
        } catch (UncheckedIOException away) {
            return new Answer(0, null);
        }
    }

    @Override
    public void close() {
        people.shutdownNow();
    }
}
