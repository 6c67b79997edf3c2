package org.caravan.server.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.api.service.CreatedService;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Form;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.server.data.DataFolder;
import org.caravan.server.image.ComposedImages;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.model.NewModelPlanning;
import org.caravan.server.model.StoredModel;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.DiagnosticViews;
import org.caravan.server.rest.Precondition;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.secrets.RandomSecrets;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.caravan.service.ImageChange;
import org.caravan.service.Service;
import org.caravan.service.ServiceDraft;
import org.caravan.service.ServiceKind;
import org.caravan.service.ServiceRequest;
import org.caravan.service.ServiceRequest.UserGroup;
import org.caravan.service.Services;
import org.caravan.service.UserWish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Creates or updates the image, the secrets and the model of a service; on failure it removes what it created, the last first. */
@Component
class ServiceCreation {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceCreation.class);

    /** Limit of uploads in progress. Each needs up to 3 GiB of disk while it is unpacked and packed. */
    private static final Share SHARE = new Share(2, 2, 4);

    /**
     * What a caller asks for.
     *
     * @param file name of the upload at the sender
     * @param tar whether the upload is a folder, as a tar
     * @param update whether the service can exist already; its model gets the new image then
     */
    record Order(ServiceKind kind, String name, String file, boolean tar, List<String> sites, List<UserWish> users, boolean update) {}

    /**
     * Service that an order updates.
     *
     * @param model as it is before the update
     */
    private record Existing(String image, StoredModel model) {}

    private final ComposedImages images;
    private final RandomSecrets secrets;
    private final Models models;
    private final NewModelPlanning planning;
    private final Infrastructures infrastructures;
    private final Path scratch;
    /** Who creates which service now, by its name; guarded by itself. */
    private final Map<String, Holder> underWay = new HashMap<>();

    ServiceCreation(ComposedImages images, RandomSecrets secrets, Models models, NewModelPlanning planning,
            Infrastructures infrastructures, DataFolder data) {
        this.images = images;
        this.secrets = secrets;
        this.models = models;
        this.planning = planning;
        this.infrastructures = infrastructures;
        this.scratch = data.scratch("services");
    }

    /**
     * Reads the body only if the name, the kind, the engine and the sites allow the order.
     *
     * @param owner display name of the caller
     * @throws RejectedInput if the upload or the model is rejected; nothing is left then
     */
    CreatedService create(Order order, InputStream body, Holder holder, String owner) throws IOException {
        OrganisationScope reach = holder.reach();
        enter(order.name(), holder);
        try {
            // After the entry, so that no other request creates or updates the service meanwhile.
            Optional<Existing> existing = existing(order, reach);
            refuse(order, existing.isPresent(), reach);
            infrastructures.look();
            List<UserGroup> users = UserGroups.of(order.users(), infrastructures.current());
            return received(order, users, body, existing, reach, owner);
        } finally {
            leave(order.name());
        }
    }

    private CreatedService received(Order order, List<UserGroup> users, InputStream body, Optional<Existing> existing,
            OrganisationScope reach, String owner) throws IOException {
        try (ReceivedUpload received = ReceivedUpload.receive(body, order.file(), order.tar(), scratch)) {
            ServiceDraft draft = Services.draft(new ServiceRequest(order.kind(), order.name(), received.upload(), order.sites(), users));
            Service service = draft.service().orElseThrow(() -> new RejectedInput(draft.findings()));
            try (OutputStream layer = Files.newOutputStream(received.layer())) {
                service.writeLayer(layer);
            }
            return composed(order, service, received.layer(), draft, existing, reach, owner);
        }
    }

    private void enter(String service, Holder holder) {
        synchronized (underWay) {
            if (underWay.containsKey(service)) {
                throw ProblemException.conflict("application-exists", "The service (" + service
                        + ") is being created or updated by another request.", "wait for it, or choose another name.");
            }
            SHARE.exceeded(underWay.values(), holder).ifPresent(exceeded -> {
                throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, "too-many-uploads", "Already " + exceeded.most()
                        + " uploads of services " + exceeded.whose() + " are in progress.", "try again in a minute.");
            });
            underWay.put(service, holder);
        }
    }

    private void leave(String service) {
        synchronized (underWay) {
            underWay.remove(service);
        }
    }

    private Optional<Existing> existing(Order order, OrganisationScope reach) {
        if (!models.applications(reach).contains(order.name())) {
            return Optional.empty();
        }
        if (!order.update()) {
            throw ProblemException.conflict("application-exists", "The server already has an application (" + order.name()
                    + "); nothing was changed.", "update it (update=true, or caravan service create --update), choose another "
                    + "name, or destroy and remove it first: caravan destroy " + order.name() + "; caravan remove " + order.name() + ".");
        }
        StoredModel stored = models.required(order.name());
        String image = componentImages(order, stored.digest()).filter(name -> Services.isImage(name, order.name())).findFirst()
                .orElseThrow(() -> ProblemException.conflict("application-exists", "The application (" + order.name()
                        + ") is no service of kind " + order.kind() + "; nothing was changed.", "choose another name."));
        if (order.kind().stateful()) {
            throw ProblemException.conflict("service-keeps-data", "The service (" + order.name() + ") keeps data, and an upload fills "
                    + "it only at its first start; nothing was changed.", "change its data by a client, or create another service.");
        }
        return Optional.of(new Existing(image, stored));
    }

    /** Images of the component of the kind, in this version of the model. */
    private Stream<String> componentImages(Order order, String digest) {
        return models.accepted(order.name(), digest).stream().map(ApplicationModel::components).flatMap(List::stream)
                .filter(component -> component.id().equals(order.kind().toString())).flatMap(component -> component.forms().stream())
                .map(Form::image);
    }

    private void refuse(Order order, boolean exists, OrganisationScope reach) {
        String image = Services.image(order.name());
        List<String> users = exists ? List.of() : images.users(image);
        if (!users.isEmpty()) {
            throw ProblemException.conflict("image-exists", "The image (" + image + ") is used by " + users + "; nothing was changed.",
                    "choose another name.");
        }
        if (!images.canBuildOn(order.kind().baseImage(), reach)) {
            throw ProblemException.conflict("engine-missing", "The server does not have the engine (" + order.kind().baseImage() + ").",
                    "build and push it once: executionware/images/image-build executionware/services --output FOLDER; caravan image push "
                    + "FOLDER.");
        }
    }

    private CreatedService composed(Order order, Service drafted, Path layer, ServiceDraft draft, Optional<Existing> existing,
            OrganisationScope reach, String owner) throws IOException {
        Deque<Runnable> undo = new ArrayDeque<>();
        boolean accepted = false;
        try {
            // Plans compare names of images: another content has another name.
            String name = existing.isEmpty() ? drafted.image() : Services.image(order.name(), images.version(layer, drafted.base()));
            ComposedImages.Composed image = images.compose(layer, name, drafted.base(), reach);
            undo.push(() -> {
                if (!usedMeanwhile(image.name(), order, existing)) {
                    images.undo(image);
                }
            });
            Optional<String> kept = existing.map(Existing::image).filter(old -> !old.equals(name) && images.same(old, name));
            kept.ifPresent(old -> carriedOut(undo.pop()));
            Service service = drafted.as(kept.orElse(name));
            List<CreatedService.Password> passwords = new ArrayList<>();
            for (String secret : service.secrets()) {
                boolean created = secrets.create(secret, reach);
                if (created) {
                    undo.push(() -> secrets.remove(secret, reach));
                }
                passwords.add(new CreatedService.Password(secret, created));
            }
            Optional<UpdatedModel> updated = existing.map(old -> UpdatedModel.of(old.model(), new ImageChange(old.image(), service.image(),
                    images.architectures(old.image()), image.architectures()), drafted.as(old.image())));
            Map<String, String> files = updated.map(UpdatedModel::files)
                    .orElseGet(() -> Map.of(order.name() + ".caravan", service.model(image.architectures())));
            StoredModel stored = models.accept(order.name(), files,
                    existing.map(old -> new Precondition(Optional.of(Precondition.tag(old.model().digest())), Optional.empty()))
                            .orElse(new Precondition(Optional.empty(), Optional.of("*"))), owner).model();
            accepted = true;
            List<Diagnostic> findings = new ArrayList<>(draft.findings());
            updated.flatMap(UpdatedModel::finding).ifPresent(findings::add);
            return new CreatedService(order.name(), order.kind().toString(), service.image(),
                    kept.isEmpty() && image.before().isEmpty(), service.base(), image.architectures(), passwords,
                    updated.map(UpdatedModel::text).orElseGet(() -> files.values().iterator().next()), stored.digest(),
                    existing.map(old -> old.model().files()).orElse(Map.of()), planning.begin(order.name()),
                    DiagnosticViews.of(findings));
        } finally {
            if (!accepted && (existing.isPresent() || !existsMeanwhile(order.name(), reach))) {
                undo.forEach(ServiceCreation::carriedOut);
            }
        }
    }

    /** Whether another server has created a service of this name meanwhile, whose parts these are now; false if that is unknown. */
    private boolean existsMeanwhile(String service, OrganisationScope reach) {
        try {
            return models.applications(reach).contains(service);
        } catch (RuntimeException e) {
            LOG.warn("applications cannot be listed after a service failed; its parts are removed: {}", e.getMessage());
            return false;
        }
    }

    /** Whether the model or a plan of the updated service has this image already: another request has updated it to the same content. */
    private boolean usedMeanwhile(String image, Order order, Optional<Existing> existing) {
        return existing.isPresent() && (!images.users(image).isEmpty()
                || models.find(order.name()).stream().flatMap(now -> componentImages(order, now.digest())).anyMatch(image::equals));
    }

    /** The failure before matters more than one of its removal. */
    private static void carriedOut(Runnable removal) {
        try {
            removal.run();
        } catch (RuntimeException e) {
            LOG.warn("a part of a service that failed cannot be removed: {}", e.getMessage());
        }
    }
}
