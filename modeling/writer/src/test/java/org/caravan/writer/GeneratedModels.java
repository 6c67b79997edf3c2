package org.caravan.writer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.EntryWay;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Readiness;
import org.caravan.application.Request;
import org.caravan.application.ResourceLimits;
import org.caravan.application.Scaling;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.Vantage;
import org.caravan.testing.Sample;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** Models by chance, all of which the language accepts; names are its own words as often as not. */
final class GeneratedModels {

    private static final int MODELS = Sample.of(60, 150);
    private static final long SEED = 20261121;
    private static final List<String> NAMES = List.of("web", "image", "form", "tcp", "ready", "on", "at", "in", "via", "cost", "latency",
            "of", "x-1", "_y", "Provides", "requires", "bytes", "turns", "hosts", "ipv4", "weight", "env", "secrets", "from", "failure");
    static final List<String> TEXTS = List.of("", "plain", "a \"quoted\" one", "back\\slash\\", "æøå // no comment /* */", "{}", "100 %");

    private final Random random;

    private GeneratedModels(long seed) {
        random = new Random(seed);
    }

    static Stream<ApplicationModel> applications() {
        return IntStream.range(0, MODELS).mapToObj(i -> new GeneratedModels(SEED + i).application());
    }

    static Stream<Infrastructure> infrastructures() {
        return IntStream.range(0, MODELS).mapToObj(i -> new GeneratedModels(SEED - i).infrastructure());
    }

    private ApplicationModel application() {
        List<String> ids = names(1 + random.nextInt(6));
        List<Component> components = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            components.add(component(ids.get(i), components));
        }
        List<Request> requests = names(1 + random.nextInt(3)).stream().map(id -> request(id, components)).toList();
        List<Users> users = names(1 + random.nextInt(3)).stream().map(id -> users(id, requests)).toList();
        List<Slo> slos = chance() ? List.of() : List.of(new Slo(name(), pick(List.of(50.0, 95.0, 99.9, 0.5)), requests.get(0).id(),
                new Millis(pick(List.of(60.0, 0.25, 86_400_000.0, 1.0 / 1024)))));
        List<Goal> goals = chance() ? List.of() : List.of(new Goal.MinimiseCost(pick(List.of(1.0, 0.001, 1e6, 2.5))),
                new Goal.MinimiseLatency(requests.get(0).id(), 1 + random.nextInt(9)), new Goal.MinimisePower(0.25),
                        new Goal.MinimiseStartup(2));
        return new ApplicationModel(name(), pick(TEXTS), components, locations(ids), separations(components), users, requests, slos, goals,
                pick(List.of(OnFailure.values())), new GeneratedExtras(random, names(8)).of(components, slos, requests.get(0).id()));
    }

    private Component component(String id, List<Component> earlier) {
        List<EndpointReference> requires = earlier.stream().filter(other -> !other.provides().isEmpty() && chance())
                .map(other -> new EndpointReference(other.id(), other.provides().get(0).name())).toList();
        List<Form> forms = new ArrayList<>(List.of(form(FormKind.CONTAINER)));
        if (requires.isEmpty() && chance()) {
            forms.add(random.nextInt(2), form(FormKind.MICROVM));
        }
        if (chance()) {
            forms.add(random.nextInt(forms.size() + 1), form(FormKind.VM));
        }
        List<String> endpointNames = names(1 + random.nextInt(3));
        List<Endpoint> provides = IntStream.range(0, endpointNames.size())
                .mapToObj(i -> new Endpoint(endpointNames.get(i), 1 + i + random.nextInt(100) * 100, readiness())).toList();
        boolean stateful = chance();
        int replicas = stateful || chance() ? 1 : 2 + random.nextInt(98);
        Optional<Scaling> scaling = chance() ? Optional.empty()
                : Optional.of(new Scaling(stateful
                        || chance() ? replicas : replicas + random.nextInt(100 - replicas), new RequestRate(pick(List.of(20.0, 0.5)))));
        Form other = form(FormKind.CONTAINER);
        if (!stateful && forms.stream().noneMatch(form -> form.kind() == other.kind() && form.image().equals(other.image()))) {
            forms.add(random.nextInt(forms.size() + 1), other);
        }
        Optional<Integer> optional = chance() ? Optional.empty() : Optional.of(pick(List.of(1, 2, 100)));
        return new Component(id, stateful, replicas, scaling, optional, forms, provides, requires);
    }

    private Readiness readiness() {
        return chance() ? new Readiness.TcpAccepts()
                : new Readiness.HttpAnswers(pick(List.of("/", "/a\"b\\c?d=e&f")), 100 + random.nextInt(500));
    }

    private Form form(FormKind kind) {
        Map<String, String> environment = new LinkedHashMap<>();
        names(random.nextInt(4)).forEach(name -> environment.put(name.replace('-', '_'), pick(TEXTS)));
        List<SecretUse> secrets = names(random.nextInt(3)).stream().map(file -> new SecretUse(file, name(), random.nextInt(3) * 1000))
                .toList();
        Set<Architecture> architectures = chance() ? EnumSet.allOf(Architecture.class) : EnumSet.of(pick(List.of(Architecture.values())));
        MilliCores cpu = new MilliCores(1 + random.nextInt(512_000));
        Bytes memory = kind == FormKind.MICROVM ? bytes().plus(Form.LEAST_OF_MICROVM) : bytes();
        ResourceLimits ceiling = new ResourceLimits(
                chance() ? Optional.empty() : Optional.of(cpu.plus(new MilliCores(random.nextInt(512_000)))),
                chance() ? Optional.empty() : Optional.of(memory.plus(bytes())));
        if (kind == FormKind.VM) {
            Scripts scripts = new Scripts(chance() ? Optional.empty() : Optional.of(script()), script(), chance() ? Optional.empty()
                    : Optional.of(script()));
            return new Form(kind, pick(List.of("debian-12", "Debian GNU/Linux 12")), cpu, memory, architectures, environment, secrets,
                    chance() ? Optional.empty() : Optional.of(bytes()), Optional.empty(), Optional.of(scripts), startup(), gpu());
        }
        return new Form(kind, pick(List.of("a", "shop/web", "a.b-c_d/e1")), cpu, memory, architectures, environment, secrets,
                chance() ? Optional.empty() : Optional.of(bytes()), Optional.of(ceiling), Optional.empty(), startup(),
                kind == FormKind.MICROVM ? Optional.empty() : gpu());
    }

    private Optional<Gpus> gpu() {
        return chance() ? Optional.empty() : Optional.of(new Gpus(1 + random.nextInt(Gpus.MOST),
                chance() ? Optional.empty() : Optional.of(pick(List.of(GpuVendor.values())))));
    }

    private Optional<Millis> startup() {
        return chance() ? Optional.empty() : Optional.of(new Millis(pick(List.of(0.5, 2_000.0, 86_400_000.0))));
    }

    private Script script() {
        return Script.command(pick(List.of("true", "echo \"a\\tb\" && printf '%s' $HOME", "apt-get install -y nginx")));
    }

    private Bytes bytes() {
        return new Bytes(1L << random.nextInt(50) | random.nextInt(3));
    }

    private List<LocationRequirement> locations(List<String> ids) {
        return ids.stream().filter(id -> chance())
                .map(id -> chance() ? new LocationRequirement(id, Set.copyOf(names(2)), Set.of())
                        : new LocationRequirement(id, Set.of(), Set.of("NO", "CN")))
                .toList();
    }

    private List<Separation> separations(List<Component> components) {
        return components.stream().filter(component -> component.replicas() > 1 && chance())
                .map(component -> new Separation(component.id(),
                        component.replicas() > component.forms().stream().map(Form::kind).distinct().count()
                        ? pick(List.of(Separation.By.SITE, Separation.By.HOST)) : Separation.By.FORM))
                .toList();
    }

    private Request request(String id, List<Component> components) {
        Component entry = pick(components);
        List<Hop> hops = new ArrayList<>(List.of(new Hop(Hop.USERS, entry.id(), 1 + random.nextInt(10_000),
                new Bytes(random.nextInt(5000)))));
        entry.requires().forEach(use -> hops.add(new Hop(entry.id(), use.componentId(), 1 + random.nextInt(9), bytes(), chance(),
                chance() ? Optional.of(service()) : Optional.empty(), chance() ? Hop.Call.PLAIN : call(hops.size() > 1 && chance()))
                .varying(chance() ? Optional.empty() : Optional.of(new Bytes(1L << 50)))));
        return new Request(id, hops);
    }

    private Hop.Call call(boolean parallel) {
        return new Hop.Call(chance(), parallel, chance() ? Optional.empty() : Optional.of(new Hop.Cache((1 + random.nextInt(100)) / 100.0,
                chance() ? Optional.empty() : Optional.of(new Millis(1_000 * (1 + random.nextInt(90)))))));
    }

    private Hop.Service service() {
        Millis mean = new Millis(random.nextInt(4_000) / 8.0);
        return chance() ? new Hop.Service(mean) : new Hop.Service(mean, mean.plus(new Millis(1 + random.nextInt(99))));
    }

    private Users users(String id, List<Request> requests) {
        Map<String, Double> mix = new LinkedHashMap<>();
        List<Double> shares = List.of(List.of(1.0), List.of(0.7, 0.3), List.of(0.333, 0.333, 0.334)).get(requests.size() - 1);
        IntStream.range(0, requests.size()).forEach(i -> mix.put(requests.get(i).id(), shares.get(i)));
        double rate = pick(List.of(20.0, 0.5, 1e9, 1.0 / 8, 0.1 + 0.7));
        return new Users(id, new AccessPoint(name(), name(), pick(List.of(IpFamily.values()))), new RequestRate(rate), mix,
                pick(List.of(EntryWay.values())));
    }

    private Infrastructure infrastructure() {
        List<HostType> types = names(2).stream().map(id -> new HostType(id, pick(List.of(Architecture.values())),
                new MilliCores(1 + random.nextInt(9000)), bytes(), bytes(), new MonthlyCost(random.nextInt(100_000)),
                chance() ? Optional.empty() : Optional.of(new HostPower(pick(List.of(0.0, 2.0, 0.125)), pick(List.of(2.0, 4.4, 350.5)))),
                chance() ? Optional.empty() : Optional.of(new HostBenchmark(Optional.of(46.5), chance() ? Optional.empty()
                        : Optional.of(2_530_000.0))), startup(), gpu())).toList();
        List<String> ids = names(1 + random.nextInt(4));
        return new Infrastructure(name(), types, IntStream.range(0, ids.size()).mapToObj(i -> site(ids.get(i), i, types)).toList());
    }

    private Site site(String id, int number, List<HostType> types) {
        Isp both = new Isp(name(), Map.of(IpFamily.IPV4, new Subnet("10." + number + ".0.0/16", "10." + number + ".0.1"),
                IpFamily.IPV6, new Subnet("fd00:" + number + "::/64", "fd00:" + number + "::1")),
                pick(List.of(Optional.empty(), Optional.of(new Bytes(50_000_000)), Optional.of(new Bytes(1234567)))),
                pick(List.of(Optional.empty(), Optional.of(new BitRate(100_000_000)), Optional.of(new BitRate(64_001)))),
                pick(List.of(Optional.empty(), Optional.of(new BitRate(200_000_000)))),
                pick(List.of(Optional.empty(), Optional.of(new DataPrice(90_000)), Optional.of(new DataPrice(1)))),
                pick(List.of(Optional.empty(), Optional.of(new TrafficQuota(new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH,
                        new BitRate(32_000))), Optional.of(new TrafficQuota(new Bytes(1_234_567), TrafficQuota.Period.DAY,
                        new BitRate(1))), Optional.of(new TrafficQuota(new Bytes(100_000_000_000L), TrafficQuota.Period.MONTH,
                        new TrafficQuota.Price(new DataPrice(123_456)))))));
        Vantage vantage = new Vantage("vantage-" + number, "198.51.100.1", pick(List.of(22, 2222)), name());
        Position position = new Position(pick(List.of(-90.0, 59.9, 0.0, 1e-4)), pick(List.of(180.0, -10.7)));
        boolean ofUsers = random.nextInt(4) == 0;
        List<Host> hosts = ofUsers ? List.of() : hosts(id, number, types);
        Map<String, Quota> quotas = hosts.stream().filter(host -> host.rental().isPresent()
                && chance()).limit(1).collect(Collectors.toMap(Host::provider, any -> quota()));
        return new Site(id, ofUsers ? SiteKind.USERS : pick(List.of(SiteKind.EDGE, SiteKind.PUBLIC, SiteKind.PRIVATE)),
                pick(List.of("NO", "CN")),
                position, List.of(both), hosts, Optional.of(vantage), quotas, guards(hosts));
    }

    private Map<String, ProviderControls> guards(List<Host> hosts) {
        return hosts.stream().limit(1).filter(host -> chance()).collect(Collectors.toMap(Host::provider, any ->
                new ProviderControls(Set.of(name()), chance() ? Optional.of(Sensitivity.PERSONAL) : Optional.empty())));
    }

    private Quota quota() {
        Optional<Bytes> memory = chance() ? Optional.of(bytes()) : Optional.empty();
        return new Quota(Optional.of(new MilliCores(1 + random.nextInt(90_000))), memory, chance() ? Optional.of(1 + random.nextInt(9_999))
                : Optional.empty());
    }

    private List<Host> hosts(String siteId, int number, List<HostType> types) {
        List<Host> hosts = new ArrayList<>();
        String credentials = name();
        for (int i = 0; i < random.nextInt(4); i++) {
            hosts.add(new Host("host-" + number + "-" + i, pick(types).id(), "lxc", "host.example.org", pick(List.of(22, 2200)),
                    credentials));
        }
        if (chance()) {
            Region region = chance() ? new Region("aws", Optional.empty(), "us-east-2", Optional.of("net \"1\""), name())
                    : new Region("openstack", Optional.of("https://keystone.example.org:5000/v3"), name(), Optional.empty(), name());
            Rental rental = new Rental(region, "m1.small", "debian-12", chance());
            types.forEach(type -> IntStream.rangeClosed(1, 1 + random.nextInt(12))
                    .forEach(i -> hosts.add(Host.rented(siteId + "-" + type.id() + "-" + i, type.id(), rental))));
        }
        return hosts;
    }

    /** Different ones, also but for case. */
    private List<String> names(int count) {
        List<String> names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        return names.subList(0, count);
    }

    private String name() {
        return pick(NAMES);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance() {
        return random.nextBoolean();
    }
}
