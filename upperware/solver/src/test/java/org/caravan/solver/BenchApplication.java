package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;

/** The application of a {@link BenchProblem}: parts of 6 to 14 components that call each other, each with users of its own. */
final class BenchApplication {

    /** What people ask for, small first. */
    private static final long[] CPU = {50, 100, 200, 250, 500, 750, 1_000, 1_500};

    private static final long[] MEBIBYTES = {32, 64, 128, 192, 256, 512, 768, 1_024};

    private final Random random;
    private final int instances;
    private final List<String> userSites;
    private final boolean tight;
    private final List<Component> components = new ArrayList<>();
    private final List<LocationRequirement> locations = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<Slo> slos = new ArrayList<>();
    private final List<Goal> goals = new ArrayList<>(List.of(new Goal.MinimiseCost(1)));
    /** By site of users: the share of each request. */
    private final Map<String, Map<String, Double>> mixes = new TreeMap<>();

    BenchApplication(Random random, int instances, List<String> userSites, boolean tight) {
        this.random = random;
        this.instances = instances;
        this.userSites = userSites;
        this.tight = tight;
    }

    ApplicationModel model() {
        for (int part = 0; components.size() < instances; part++) {
            int left = instances - components.size();
            addPart("p" + part, left < 16 ? left : 6 + random.nextInt(9));
        }
        List<Users> users = new ArrayList<>();
        mixes.forEach((site, mix) -> users.add(SockShop.users("of-" + site, site, "Fibre",
                random.nextBoolean() ? IpFamily.IPV4 : IpFamily.IPV6, 5 + random.nextInt(40), shares(mix))));
        return new ApplicationModel("generated", "1", components, locations, users, requests, slos, goals);
    }

    private static Map<String, Double> shares(Map<String, Double> weights) {
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Double> shares = new TreeMap<>();
        weights.forEach((requestId, weight) -> shares.put(requestId, weight / sum));
        return shares;
    }

    private void addPart(String part, int count) {
        List<String> ids = new ArrayList<>();
        int[] caller = new int[count];
        for (int c = 0; c < count; c++) {
            ids.add(part + "-c" + c);
            caller[c] = c == 0 ? 0 : Math.max(0, c - 1 - random.nextInt(4));
        }
        // One more link closes a cycle, as in most applications.
        int again = count > 4 ? 2 + random.nextInt(count - 3) : 0;
        for (int c = 0; c < count; c++) {
            List<String> required = new ArrayList<>();
            for (int callee = c + 1; callee < count; callee++) {
                if (caller[callee] == c || c == 1 && callee == again && caller[callee] != 1) {
                    required.add(ids.get(callee));
                }
            }
            addComponent(ids.get(c), required);
        }
        int kinds = 2 + random.nextInt(2);
        for (int kind = 0; kind < kinds; kind++) {
            addRequest(part + "-r" + kind, ids, caller);
        }
        if (random.nextBoolean()) {
            slos.add(new Slo(part + "-slo", 95, part + "-r0", new Millis(250 + random.nextInt(350))));
        }
    }

    private void addComponent(String id, List<String> required) {
        long factor = tight ? 2 : 1;
        long cpu = CPU[random.nextInt(random.nextInt(5) == 0 ? CPU.length : 4)] * factor;
        long memory = MEBIBYTES[random.nextInt(random.nextInt(5) == 0 ? MEBIBYTES.length : 4)] * factor;
        Set<Architecture> architectures = random.nextInt(4) == 0
                ? Set.of(Architecture.AMD64)
                : Set.of(Architecture.AMD64, Architecture.ARM64);
        components.add(new Component(id, random.nextInt(6) == 0,
                List.of(Form.container("image/" + id, new MilliCores(cpu), Bytes.ofMebi(memory), architectures, Map.of())),
                SockShop.component(id, false, 1, 1).provides(),
                required.stream().map(peer -> new EndpointReference(peer, "http")).toList()));
        if (random.nextInt(8) == 0) {
            locations.add(new LocationRequirement(id, Set.of(), Set.of(List.of("NO", "DE", "FR").get(random.nextInt(3)))));
        }
    }

    /** From users to the first component and on from there, over two thirds of the links. */
    private void addRequest(String id, List<String> ids, int[] caller) {
        List<Hop> hops = new ArrayList<>(List.of(SockShop.hop(Hop.USERS, ids.get(0), 1 + random.nextInt(3), 1 + random.nextInt(80))));
        boolean[] reached = new boolean[ids.size()];
        reached[0] = true;
        for (int c = 1; c < reached.length; c++) {
            if (reached[caller[c]] && random.nextInt(3) > 0) {
                reached[c] = true;
                hops.add(SockShop.hop(ids.get(caller[c]), ids.get(c), 1 + random.nextInt(6), random.nextInt(64)));
            }
        }
        requests.add(new Request(id, hops));
        goals.add(new Goal.MinimiseLatency(id, (1 + random.nextInt(10)) / 5.0));
        String near = userSites.get(random.nextInt(userSites.size()));
        mixes.computeIfAbsent(near, any -> new TreeMap<>()).put(id, 0.2);
        if (random.nextInt(3) == 0) {
            mixes.computeIfAbsent(userSites.get(random.nextInt(userSites.size())), any -> new TreeMap<>()).put(id, 0.1);
        }
    }
}
