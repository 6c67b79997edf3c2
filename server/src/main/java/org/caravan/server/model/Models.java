package org.caravan.server.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.application.ApplicationModel;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.json.Json;
import org.caravan.server.Settings;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.infrastructure.LatestTexts;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.Precondition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Accepts models and provides them to other packages. */
@Component
public class Models {

    private static final Logger LOG = LoggerFactory.getLogger(Models.class);
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final ModelStore store;
    private final Ownership owners;
    private final Organisations organisations;
    private final Infrastructures infrastructures;
    private final LatestTexts texts;
    private final Events events;
    private final boolean shared;
    private final Map<String, Known> latest = new ConcurrentHashMap<>();
    /** The model of each application that was last looked up by its digest. */
    private final Map<String, Digested> byDigest = new ConcurrentHashMap<>();

    Models(ModelStore store, Ownership owners, Organisations organisations, Infrastructures infrastructures, LatestTexts texts,
            Events events, Settings settings) {
        this.shared = settings.database().used();
        this.store = store;
        this.owners = owners;
        this.organisations = organisations;
        this.infrastructures = infrastructures;
        this.texts = texts;
        this.events = events;
    }

    /** Applications of all organisations; for internal work only, never for a response. */
    public List<String> applications() {
        return store.applications();
    }

    /** Names of the applications within the caller's scope, sorted. */
    public List<String> applications(OrganisationScope reach) {
        return store.applications(reach);
    }

    /** Latest versions by application name within the caller's scope, sorted. */
    public SortedMap<String, String> versions(OrganisationScope reach) {
        return store.versions(reach);
    }

    public Optional<StoredModel> find(String application) {
        return store.latest(application);
    }

    public StoredModel required(String application) {
        return find(application).orElseThrow(() -> OwnedApplications.unknown(application, store, OrganisationScope.current()));
    }

    /** The latest accepted model, cached because each name look-up needs it. A model that another server accepted is visible after 1 s. */
    public Optional<ApplicationModel> model(String application) {
        Known known = latest.get(application);
        if (known != null && !(shared && known.olderThan(FRESH))) {
            return Optional.of(known.model());
        }
        if (known == null) {
            return find(application).map(this::parsed);
        }
        // Only one of several concurrent callers checks, so that the others do not wait for an unavailable database.
        if (!latest.replace(application, known, new Known(known.model(), known.revision(), System.nanoTime()))) {
            return Optional.of(known.model());
        }
        try {
            return store.revision(application) == known.revision() ? Optional.of(known.model()) : found(application);
        } catch (DataAccessException away) {
            // The name service continues with the known model.
            LOG.warn("it is unknown whether the model of {} has changed: {}", application, away.getMessage());
            return Optional.of(known.model());
        }
    }

    /**
     * The latest accepted model in the database, required for plans and deployments. A client that submits a model and plans immediately
     * gets a plan of that model, even if another server plans.
     *
     * @throws DataAccessException if the database is unavailable
     */
    public Optional<ApplicationModel> accepted(String application) {
        Known known = latest.get(application);
        return known != null && (!shared || store.revision(application) == known.revision()) ? Optional.of(known.model())
                : found(application);
    }

    /** An accepted model by the digest of its texts; empty if the application never had it, or was removed since. */
    public Optional<ApplicationModel> accepted(String application, String digest) {
        Digested known = byDigest.get(application);
        if (known != null && known.digest().equals(digest)) {
            return Optional.of(known.model());
        }
        Optional<ApplicationModel> model = store.of(application, digest).map(this::ofRevision);
        model.ifPresent(found -> byDigest.put(application, new Digested(digest, found)));
        return model;
    }

    /** Mostly the latest model, which is parsed already. */
    private ApplicationModel ofRevision(StoredModel stored) {
        Known known = latest.get(stored.application());
        return known != null && known.revision() == stored.revision() ? known.model() : only(stored);
    }

    private record Digested(String digest, ApplicationModel model) {}

    /** Reads the model; a model that another server removed leaves the cache. */
    private Optional<ApplicationModel> found(String application) {
        Optional<StoredModel> stored = find(application);
        if (stored.isEmpty()) {
            latest.remove(application);
        }
        return stored.map(this::parsed);
    }

    private ApplicationModel parsed(StoredModel stored) {
        return latest.compute(stored.application(), (name, known) -> known != null && known.revision() >= stored.revision() ? known
                : new Known(only(stored), stored.revision(), System.nanoTime())).model();
    }

    private static ApplicationModel only(StoredModel stored) {
        try {
            ParsedModels parsed = CaravanLanguage.parse(stored.files());
            if (parsed.hasErrors()) {
                // An earlier version accepted what a newer rule refuses: the first error says what to correct.
                throw new RejectedInput(parsed.diagnostics().stream().filter(found -> found.severity() == Severity.ERROR).toList());
            }
            return parsed.applications().get(0);
        } catch (RuntimeException damaged) {
            throw new UnreadableRecord("model", Long.toString(stored.revision()), Optional.of(stored.application()),
                    "correct what it names, and submit the model again: caravan plan FILE.", damaged);
        }
    }

    /** @param lookedAt when this was last known to be the latest, in ns of this process's monotonic clock */
    private record Known(ApplicationModel model, long revision, long lookedAt) {

        boolean olderThan(Duration age) {
            return System.nanoTime() - lookedAt > age.toNanos();
        }
    }

    /** Validates against the infrastructures among the files; against the current infrastructure if there is none among them. */
    public ParsedModels check(Map<String, String> files) {
        infrastructures.look();
        return texts.of(files).validated(inForce());
    }

    private List<Infrastructure> inForce() {
        return infrastructures.current().map(List::of).orElse(List.of());
    }

    /** @param changes false if the latest model has the same texts; it stays then */
    public record Accepted(StoredModel model, boolean changes) {}

    /**
     * @param handedOverBy display name of the user who submits the model
     * @throws RejectedInput with all problems; nothing is changed then
     */
    public synchronized Accepted accept(String application, Map<String, String> files, Precondition wanted, String handedOverBy) {
        ApplicationModel model = read(application, files);
        String owner = owner(model, OrganisationScope.current());
        String digest = Digest.of(Json.write(files));
        Optional<StoredModel> before = store.readable(application);
        wanted.check("model of application (" + application + ")", before.map(StoredModel::digest));
        if (before.isPresent() && before.get().digest().equals(digest)) {
            return new Accepted(before.get(), false);
        }
        owners.claim(Kind.APPLICATION, application, owner);
        StoredModel stored = store.add(application, model.version(), digest, files, handedOverBy);
        latest.put(application, new Known(model, stored.revision(), System.nanoTime()));
        LOG.info("model of {} version {} accepted, revision {}", application, model.version(), stored.revision());
        events.publish(new Event.ApplicationChanged(application, "MODEL"));
        return new Accepted(stored, true);
    }

    /** Deletes all models of an application up to this revision. @param keepsName whether its name stays with its organisation */
    public synchronized void remove(String application, long revision, boolean keepsName) {
        store.remove(application, revision);
        latest.remove(application);
        byDigest.remove(application);
        if (!keepsName) {
            owners.release(Kind.APPLICATION, application);
        }
        LOG.info("application {} removed", application);
        events.publish(new Event.ApplicationChanged(application, "REMOVED"));
    }

    /** Organisation that owns, or will own, the application; a token of an organisation submits models only for that organisation. */
    private String owner(ApplicationModel model, OrganisationScope reach) {
        Optional<String> said = model.supplement().organisation();
        Optional<String> known = owners.of(Kind.APPLICATION, model.name());
        String owner = known.or(() -> said).orElse(reach.home());
        if (said.isPresent() && (!reach.includes(said.get()) || !organisations.exists(said.get()))) {
            throw rejected("other-organisation", "The application (" + model.name() + ") is declared as owned by organisation ("
                    + said.get()
                    + "), for which this token cannot submit models.",
                    "use a token of that organisation, remove `owned by`, or let an admin create it: caravan organisation create "
                    + said.get() + ".");
        }
        if (said.isPresent() && !said.get().equals(owner)) {
            throw rejected("other-organisation", "The application (" + model.name() + ") is declared as owned by organisation ("
                    + said.get()
                    + "), but belongs to (" + owner + ").", "remove `owned by`, or rename the application.");
        }
        return owner;
    }

    private ApplicationModel read(String application, Map<String, String> files) {
        ParsedModels models = texts.of(files).against(inForce());
        if (models.hasErrors()) {
            throw new RejectedInput(models.diagnostics());
        }
        if (models.applications().size() != 1) {
            throw rejected("one-application", "The files " + files.keySet().stream().sorted().toList() + " declare "
                    + models.applications().size() + " applications, not one.",
                    models.applications().isEmpty() ? "one is empty, or the file of the application is missing."
                            : "send the files of one application only.");
        }
        ApplicationModel model = models.applications().get(0);
        if (!model.name().equals(application)) {
            throw rejected("other-application",
                    "The files declare application (" + model.name() + "), not (" + application + ").",
                    "send them to /api/v1/applications/" + model.name() + "/model.");
        }
        return model;
    }

    private static RejectedInput rejected(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }
}
