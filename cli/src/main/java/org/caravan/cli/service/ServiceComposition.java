package org.caravan.cli.service;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.access.SecretView;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.api.image.ImageView;
import org.caravan.api.image.MadeImage;
import org.caravan.api.image.UploadResult;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.ImageUpload;
import org.caravan.client.ModelFiles;
import org.caravan.service.Service;

/** Creates the parts of a service on the server, and removes them again in reverse order. */
final class ServiceComposition {

    /** Random bytes of a password: 192 bits, which are 32 characters. */
    private static final int PASSWORD = 24;

    /** Creation that can be reversed. */
    private record Created(String what, Runnable removal) {}

    private final Api api;
    private final Terminal terminal;
    private final boolean quiet;
    private final Service service;
    private final String name;
    private final Path file;
    private final Deque<Created> created = new ArrayDeque<>();

    /** @param name application, of which the server has none yet */
    ServiceComposition(Api api, Terminal terminal, boolean quiet, Service service, String name, Path file) {
        this.api = api;
        this.terminal = terminal;
        this.quiet = quiet;
        this.service = service;
        this.name = name;
        this.file = file;
    }

    /** @return id of the planning that the server began for the model */
    Optional<String> compose() {
        List<String> architectures = image();
        service.secrets().forEach(this::secret);
        try {
            Files.writeString(file, service.model(architectures), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new ApiFault("file-unwritable", "The file " + file + " cannot be written: " + e.getMessage()
                    + "\n    Maybe its folder does not exist: choose another file with -o FILE");
        }
        created.push(new Created("the file " + file, () -> delete(file)));
        ModelFiles.Submitted submitted = new ModelFiles(List.of(file)).submitted(api);
        created.push(new Created("the model of " + name, () -> api.delete(ApiPath.of("applications", name, "model"))));
        line("model   " + file);
        return Optional.ofNullable(submitted.plannings().get(name));
    }

    /** An unused image of that name is one that a removed application left: it is replaced, and stays if the service is undone. */
    private List<String> image() {
        Optional<ImageView> before = api.list(ApiPath.of("images"), ImageView.class).value().stream()
                .filter(one -> one.name().equals(service.image())).findFirst();
        if (before.filter(one -> !one.usedBy().isEmpty()).isPresent()) {
            throw new ApiFault("image-exists", "The image (" + service.image() + ") is used by " + before.get().usedBy()
                    + "; nothing was changed.\n    Maybe choose another name.");
        }
        Path layer = null;
        try {
            layer = Files.createTempFile("caravan-service", ".tar.gz");
            try (OutputStream target = Files.newOutputStream(layer)) {
                service.writeLayer(target);
            }
            UploadResult result = new ImageUpload(api, terminal, quiet).send(layer, (size, digest) -> new ImageUploadOrder("rootfs", size,
                    digest, Optional.of(service.image()), Optional.empty(), List.of(), Map.of(), Optional.of(service.base()))).value();
            if (before.isEmpty()) {
                created.push(new Created("the image " + service.image(), () -> api.delete(ApiPath.of("images").slashed(service.image()))));
            }
            List<String> architectures = result.images().stream().map(MadeImage::architecture).sorted().toList();
            line(String.format(Locale.ROOT, "image   %s on %s for %s, upload %.1f MB", service.image(), service.base(),
                    String.join(", ", architectures), Files.size(layer) / 1e6));
            return architectures;
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", "The upload cannot be packed: " + e.getMessage()
                    + "\n    Maybe a file changed meanwhile, or the disk is full: try again.");
        } catch (ApiFault fault) {
            throw fault.code().equals("unknown-image") ? new ApiFault("engine-missing", "The server does not have the engine ("
                    + service.base() + ").\n    Maybe build and push it once: executionware/images/image-build executionware/services "
                    + "--output FOLDER; caravan image push FOLDER") : fault;
        } finally {
            if (layer != null) {
                delete(layer);
            }
        }
    }

    /** An existing secret stays: it can be the password of data that is kept. */
    private void secret(String secret) {
        if (api.list(ApiPath.of("secrets"), SecretView.class).value().stream().anyMatch(one -> one.name().equals(secret))) {
            line("secret  " + secret + " exists and stays");
            return;
        }
        byte[] password = new byte[PASSWORD];
        new SecureRandom().nextBytes(password);
        api.put(ApiPath.of("secrets", secret), Map.of("value", Base64.getUrlEncoder().withoutPadding().encodeToString(password)));
        created.push(new Created("the secret " + secret, () -> api.delete(ApiPath.of("secrets", secret))));
        line("secret  " + secret + " is a new random password");
    }

    /** Removes what was created, the last first. What cannot be removed is reported, because the failure before it matters more. */
    void undo() {
        while (!created.isEmpty()) {
            Created one = created.pop();
            try {
                one.removal().run();
                if (created.isEmpty() && !quiet) {
                    System.err.println("The image, the model and the secrets of " + name + " are removed again.");
                }
            } catch (ApiFault fault) {
                System.err.println(one.what() + " cannot be removed: " + fault.getMessage());
                return;
            }
        }
    }

    private void line(String text) {
        if (!quiet) {
            terminal.line(text);
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
