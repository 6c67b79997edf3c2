package org.caravan.server.turns;

import jakarta.annotation.PreDestroy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CaptureOrder;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyCapture;
import org.caravan.adapter.CopyId;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.diagnostic.DidYouMean;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.DaemonThreads;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.node.HostSpeeds;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.caravan.turns.Listener;
import org.caravan.turns.PlacedCapture;
import org.caravan.turns.RequestPattern;
import org.caravan.turns.TurnAnalysis;
import org.caravan.turns.TurnReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Captures the copies of a target at all hosts at the same time, and analyses what they sent. */
@Component
class CapturedCopies {

    private static final Logger LOG = LoggerFactory.getLogger(CapturedCopies.class);

    private static final String WAY_OUT = "\nMaybe ";

    private final Models models;
    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final HostSpeeds speeds;
    private final ExecutorService calls = Executors.newCachedThreadPool(new DaemonThreads("turn-capture-hosts"));

    CapturedCopies(Models models, Targets targets, Infrastructures infrastructures, Adapters adapters, HostSpeeds speeds) {
        this.models = models;
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.speeds = speeds;
    }

    /**
     * A capture that was accepted.
     *
     * @param all copies of the target; only some of them may be captured
     * @param captured their copies by host
     */
    record Prepared(ApplicationModel model, Infrastructure infrastructure, List<InstancePlacement> all,
            Map<String, List<InstancePlacement>> captured, List<RequestPattern> patterns) {}

    /** @throws ProblemException if the application cannot be captured */
    Prepared prepared(String application, Optional<List<String>> components) {
        ApplicationModel model = models.model(application).orElseThrow(() -> notDeployed(application));
        Infrastructure infrastructure = infrastructures.required();
        List<InstancePlacement> all = targets.target(application).map(plan -> plan.instances()).orElse(List.of()).stream()
                .filter(copy -> infrastructure.hosts().stream().anyMatch(host -> host.id().equals(copy.hostId()))).toList();
        if (all.isEmpty()) {
            throw notDeployed(application);
        }
        ModelNames names = new ModelNames(model);
        components.ifPresent(wanted -> wanted.stream().filter(name -> !names.has(name)).findFirst().ifPresent(name -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "capture-invalid", "The application (" + application
                    + ") has no component (" + name + ").", "use one of "
                    + DidYouMean.of(name, model.components().stream().map(component -> component.id()).toList()) + ".");
        }));
        Set<String> entries = entries(model);
        Map<String, List<InstancePlacement>> captured = all.stream()
                .filter(copy -> components.isEmpty() || entries.contains(component(names, copy))
                        || components.get().contains(component(names, copy)))
                .collect(Collectors.groupingBy(InstancePlacement::hostId, LinkedHashMap::new, Collectors.toList()));
        return new Prepared(model, infrastructure, all, captured, patterns(model));
    }

    private static String component(ModelNames names, InstancePlacement copy) {
        return names.of(copy.instance().componentId());
    }

    private static ProblemException notDeployed(String application) {
        return ProblemException.conflict("not-deployed", "The application (" + application
                + ") is not deployed, so nothing can be captured.",
                "deploy it first: caravan deploy " + application + ".");
    }

    private static Set<String> entries(ApplicationModel model) {
        return model.requests().stream().flatMap(request -> request.hops().stream()).filter(Hop::fromUsers).map(Hop::to)
                .collect(Collectors.toSet());
    }

    /** A single request needs no pattern: each request of users is of its kind. */
    private static List<RequestPattern> patterns(ApplicationModel model) {
        List<Request> requests = model.requests();
        List<RequestPattern> patterns = requests.stream()
                .flatMap(request -> request.patterns().stream().map(pattern -> RequestPattern.of(request.id(), pattern))).toList();
        if (!patterns.isEmpty()) {
            return patterns;
        }
        if (requests.size() == 1) {
            return List.of(RequestPattern.parse(requests.get(0).id()));
        }
        throw ProblemException.conflict("no-patterns", "No request of the model of (" + model.name()
                + ") says how it is recognised.", "add it to the requests: request home { when GET \"/\" … }.");
    }

    /**
     * Waits for the end of the captures.
     *
     * @throws AdapterFault if no host captured anything: the fault of the first one
     */
    ResultView capture(Prepared prepared, Duration length, Path folder) {
        ModelNames names = new ModelNames(prepared.model());
        Map<String, Future<List<CopyCapture>>> running = new LinkedHashMap<>();
        prepared.captured().forEach((hostId, copies) -> running.put(hostId, calls.submit(() -> capture(prepared, hostId, copies, length,
                folder))));
        List<String> notes = new ArrayList<>();
        List<PlacedCapture> captures = new ArrayList<>();
        AdapterFault first = null;
        for (Map.Entry<String, Future<List<CopyCapture>>> host : running.entrySet()) {
            List<InstancePlacement> copies = prepared.captured().get(host.getKey());
            try {
                List<CopyCapture> done = captured(host.getValue());
                done.forEach(one -> captures.add(placed(prepared, host.getKey(), one)));
                notes.addAll(notes(prepared, copies, done));
            } catch (AdapterFault fault) {
                first = first == null ? fault : first;
                notes.add(copies.size() + " copies are not captured: " + fault.getMessage().split(WAY_OUT)[0]);
            } catch (CancellationException end) {
                throw end;
            } catch (RuntimeException fault) {
                LOG.error("host {} gave no capture", host.getKey(), fault);
                notes.add(copies.size() + " copies on " + host.getKey() + " are not captured: see the log of the server.");
            }
        }
        if (captures.isEmpty() && first != null) {
            throw first;
        }
        TurnReport report = new TurnAnalysis(listeners(prepared, names), prepared.patterns()).readPlaced(captures,
                (capture, fault) -> notes.add("A capture of " + capture.clock() + " is left out: " + fault.getMessage().split(WAY_OUT)[0]));
        return new ProfileFit(prepared.model(), speeds(prepared, names)).result(report, notes);
    }

    private List<CopyCapture> capture(Prepared prepared, String hostId, List<InstancePlacement> copies, Duration length, Path folder) {
        Host host = prepared.infrastructure().host(hostId);
        Set<String> entries = entries(prepared.model());
        ModelNames names = new ModelNames(prepared.model());
        List<CopyId> ids = copies.stream().limit(CaptureOrder.MOST_COPIES).map(copy -> id(prepared, copy)).toList();
        Set<CopyId> entered = copies.stream().filter(copy -> entries.contains(component(names, copy))).map(copy -> id(prepared, copy))
                .collect(Collectors.toSet());
        return adapters.of(host).capture(host, new CaptureOrder(ids, entered, length), folder);
    }

    private static CopyId id(Prepared prepared, InstancePlacement copy) {
        return copy.copy(prepared.model().name());
    }

    private static List<CopyCapture> captured(Future<List<CopyCapture>> running) {
        try {
            return running.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the server ends");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        }
    }

    private static List<String> notes(Prepared prepared, List<InstancePlacement> copies, List<CopyCapture> done) {
        List<String> notes = new ArrayList<>();
        int most = CaptureOrder.MOST_COPIES;
        if (copies.size() > most) {
            notes.add((copies.size() - most) + " of " + copies.size() + " copies on " + copies.get(0).hostId()
                    + " are not captured: at most " + most + " of a host are.");
        }
        copies.stream().limit(most).filter(copy -> done.stream().noneMatch(one -> one.id().equals(id(prepared, copy))))
                .forEach(copy -> notes.add(copy.instance() + " is not captured: it does not run on " + copy.hostId() + "."));
        done.stream().filter(one -> one.lost() > 0).forEach(one -> notes.add("The host dropped " + one.lost() + " packets of "
                + one.id().instance() + " unseen, so its turns may be too few."));
        return notes;
    }

    private static PlacedCapture placed(Prepared prepared, String hostId, CopyCapture capture) {
        InstancePlacement copy = prepared.all().stream().filter(one -> id(prepared, one).equals(capture.id())).findFirst().orElseThrow();
        return new PlacedCapture(capture.file(), hostId, copy.spec().addresses().stream().map(CapturedCopies::address)
                .collect(Collectors.toSet()), capture.begun(), capture.until(), capture.cut());
    }

    /** Of all copies: those that are not captured are called by captured ones. */
    private static List<Listener> listeners(Prepared prepared, ModelNames names) {
        return prepared.all().stream().flatMap(copy -> copy.spec().addresses().stream().flatMap(address -> copy.spec().endpoints().stream()
                .map(endpoint -> new Listener(component(names, copy), address(address), OptionalInt.of(endpoint.port()))))).toList();
    }

    /** @throws IllegalStateException never: addresses of plans are literals, so nothing is looked up */
    private static InetAddress address(CopyAddress address) {
        try {
            return InetAddress.getByName(address.address());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Double> speeds(Prepared prepared, ModelNames names) {
        Map<String, Double> measured = speeds.of(prepared.infrastructure());
        return prepared.all().stream().collect(Collectors.groupingBy(copy -> component(names, copy),
                Collectors.averagingDouble(copy -> measured.getOrDefault(copy.hostId(), 1.0))));
    }

    @PreDestroy
    void end() {
        calls.shutdownNow();
    }
}
