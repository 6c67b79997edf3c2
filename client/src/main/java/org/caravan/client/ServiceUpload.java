package org.caravan.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.api.model.FilesOrder;
import org.caravan.api.model.ModelView;
import org.caravan.api.service.CreatedService;

/** Has the server create or update a service by an upload, and can undo that. */
public final class ServiceUpload {

    /**
     * What the server is asked for. The server checks all of it.
     *
     * @param kind word for the kind of service
     * @param name name of the service and of its application
     * @param upload absent only if the kind does not require it
     * @param sites sites where the service must run; empty: anywhere
     * @param users sites of users: {@code SITE} or {@code SITE=RATE}, in requests per second
     * @param update whether an existing service of this name is updated
     */
    public record Order(String kind, String name, Optional<Packed> upload, List<String> sites, List<String> users, boolean update) {

        public Order {
            sites = List.copyOf(sites);
            users = List.copyOf(users);
        }
    }

    /**
     * Upload in the form of a request body.
     *
     * @param name name of the file or folder, without its folders
     * @param folder whether the body is a tar of a folder, compressed by gzip; otherwise it is the file
     */
    public record Packed(String name, boolean folder, Body body) {}

    /** Bytes of a request body. */
    public interface Body {

        /** @throws IOException if a file cannot be read */
        void write(OutputStream target) throws IOException;
    }

    /**
     * Creation or change that can be reversed.
     *
     * @param reversal removed or restored
     * @param usesEarlier whether it uses what was created before it, which stays if this stays
     */
    private record Created(String what, String reversal, boolean usesEarlier, Runnable action) {}

    private final Api api;
    private final Display display;
    private final boolean quiet;
    private final Order order;
    private final Deque<Created> created = new ArrayDeque<>();

    /** @param quiet whether nothing is printed */
    public ServiceUpload(Api api, Display display, boolean quiet, Order order) {
        this.api = api;
        this.display = display;
        this.quiet = quiet;
        this.order = order;
    }

    /**
     * Creates or updates the service on the server.
     *
     * @throws ApiFault {@code application-exists} or another reason; nothing is left then
     */
    public CreatedService create() {
        String name = order.name();
        // Before the upload, which can take minutes.
        if (!order.update() && exists()) {
            throw new ApiFault("application-exists", "The server already has an application (" + name
                    + "); nothing was changed.\n    Maybe update it, choose another name, or destroy and remove it first: caravan destroy "
                    + name + "; caravan remove " + name);
        }
        Path packed = null;
        try {
            packed = Files.createTempFile("caravan-service", ".upload");
            try (OutputStream target = Files.newOutputStream(packed)) {
                if (order.upload().isPresent()) {
                    order.upload().get().body().write(target);
                }
            }
            boolean folder = order.upload().filter(Packed::folder).isPresent();
            CreatedService service = api.post(path(), packed, folder ? "application/gzip" : "application/octet-stream",
                    CreatedService.class).value();
            record(service, Files.size(packed));
            return service;
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", "The upload cannot be packed: " + e.getMessage()
                    + "\n    Maybe a file changed meanwhile, or the disk is full: try again.");
        } finally {
            if (packed != null) {
                delete(packed);
            }
        }
    }

    private boolean exists() {
        return api.list(ApiPath.of("applications"), ApplicationSummary.class).value().stream()
                .anyMatch(one -> one.name().equals(order.name()));
    }

    /** Whether a text is that of a file of the service's model on the server; false if there is no such service. */
    public boolean isStored(String text) {
        return exists() && api.get(model(), ModelView.class).value().files().containsValue(text);
    }

    private ApiPath path() {
        ApiPath path = ApiPath.of("services").with("kind", order.kind()).with("name", order.name())
                .with("file", order.upload().map(Packed::name).orElse(null));
        for (String site : order.sites()) {
            path = path.with("site", site);
        }
        for (String group : order.users()) {
            path = path.with("users", group);
        }
        return order.update() ? path.with("update", "true") : path;
    }

    private ApiPath model() {
        return ApiPath.of("applications", order.name(), "model");
    }

    private void record(CreatedService service, long bytes) {
        if (service.imageIsNew()) {
            push("the image " + service.image(), () -> api.delete(ApiPath.of("images").slashed(service.image())));
        }
        line(String.format(Locale.ROOT, "image   %s on %s for %s, upload %.1f MB", service.image(), service.engine(),
                String.join(", ", service.architectures()), bytes / 1e6));
        for (CreatedService.Password password : service.passwords()) {
            String secret = password.secret();
            if (password.isNew()) {
                push("the secret " + secret, () -> api.delete(ApiPath.of("secrets", secret)));
            }
            line("secret  " + secret + (password.isNew() ? " is a new random password" : " exists and stays"));
        }
        if (service.before().isEmpty()) {
            created.push(new Created("the model of " + order.name(), "removed", true, () -> api.delete(model())));
        } else {
            // Only if nobody has changed it meanwhile.
            created.push(new Created("the former model of " + order.name(), "restored", true,
                    () -> api.put(model(), new FilesOrder(service.before()), service.digest())));
        }
        service.warnings().stream().filter(warning -> warning.code().equals("model-kept"))
                .forEach(warning -> line("warning: " + warning.message() + " [" + warning.code() + "]\n    Maybe " + warning.suggestion()));
    }

    private void push(String what, Runnable removal) {
        created.push(new Created(what, "removed", false, removal));
    }

    /**
     * Writes the model to a file: to a new one, or in place of another one if the order allows updates.
     *
     * @throws ApiFault {@code file-unwritable}
     */
    public void writeModel(CreatedService service, Path file) {
        Optional<byte[]> former;
        try {
            former = order.update() && Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
            Files.writeString(file, service.model(), former.isPresent() ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new ApiFault("file-unwritable", "The file " + file + " cannot be written: " + e.getMessage()
                    + "\n    Maybe its folder does not exist, or is not writable: choose another file.");
        }
        if (former.isPresent()) {
            created.push(new Created("the former file " + file, "restored", false, () -> restore(file, former.get())));
        } else {
            push("the file " + file, () -> delete(file));
        }
        line("model   " + file);
    }

    /**
     * Removes what was created and restores what was changed, the last first. Failures are reported, because the failure before them
     * matters more; the image and the secrets of a model that stays also stay.
     */
    public void undo() {
        Optional<String> reversed = Optional.empty();
        boolean complete = true;
        while (!created.isEmpty()) {
            Created one = created.pop();
            try {
                one.action().run();
                if (one.usesEarlier()) {
                    reversed = Optional.of(one.reversal());
                }
            } catch (ApiFault fault) {
                complete = false;
                line(one.what() + " cannot be " + one.reversal() + ": " + fault.getMessage());
                if (one.usesEarlier()) {
                    created.clear();
                }
            }
        }
        if (reversed.filter("restored"::equals).isPresent()) {
            line("The model of " + order.name() + " is as before.");
        } else if (reversed.isPresent() && complete) {
            line("The image, the model and the secrets of " + order.name() + " are removed again.");
        }
    }

    private void line(String text) {
        if (!quiet) {
            display.line(text);
        }
    }

    private static void restore(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new ApiFault("file-unwritable", "The file " + file + " cannot be written: " + e.getMessage()
                    + "\n    Maybe restore it yourself.");
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ApiFault("file-unwritable", "The file " + file + " cannot be removed: " + e.getMessage()
                    + "\n    Maybe remove it yourself.");
        }
    }
}
