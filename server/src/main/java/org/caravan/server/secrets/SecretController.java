package org.caravan.server.secrets;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.caravan.api.access.KeyRotationView;
import org.caravan.api.access.SecretOrder;
import org.caravan.api.access.SecretView;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "secrets")
class SecretController {

    private static final int LONGEST_BYTES = 64 * 1024;

    private final Secrets secrets;
    private final Targets targets;
    private final Ownership owners;
    private final Organisations organisations;

    SecretController(Secrets secrets, Targets targets, Ownership owners, Organisations organisations) {
        this.owners = owners;
        this.organisations = organisations;
        this.secrets = secrets;
        this.targets = targets;
    }

    @GetMapping("/api/v1/secrets")
    @ErrorResponses("404 unknown-organisation")
    @Operation(operationId = "listSecrets", summary = "List the names of secrets", description = "Sorted, paged, without their values.")
    ResponseEntity<List<SecretView>> list(
            @Parameter(description = "Organisation that owns the secret (default: that of the token; default for a token of the "
                    + "installation).", example = "acme")
                    @RequestParam(name = "organisation") Optional<String> organisation,
            PageRequest page) {
        return page.of(secrets.list(of(organisation)), Secrets.Listed::name, SecretController::view);
    }

    @PutMapping("/api/v1/secrets/{name}")
    @ErrorResponses({"404 unknown-organisation", "409 secret-known", "422 secret-name", "422 secret-size", "503 secrets-busy"})
    @Operation(operationId = "setSecret", summary = "Set a secret",
            description = "Running copies keep the old value until their application is deployed again.")
    SecretView set(@Parameter(description = "Name of the secret.", example = "shop-db-password") @PathVariable("name") String name,
            @Parameter(description = "Organisation that owns the secret (default: that of the token; default for a token of the "
                    + "installation).", example = "acme")
                    @RequestParam(name = "organisation") Optional<String> organisation,
            @RequestBody SecretOrder body) {
        if (!Secrets.isName(name) || name.startsWith("@")) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_ENTITY, "secret-name",
                    "Secret (" + name + ") has no name that a model could write.",
                    "start it with a letter and use at most 63 letters, digits, - and _.");
        }
        byte[] value = body.value() == null ? new byte[0] : body.value().getBytes(StandardCharsets.UTF_8);
        if (value.length == 0 || value.length > LONGEST_BYTES) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_ENTITY, "secret-size",
                    "The value of secret (" + name + ") has " + value.length + " bytes, which is not 1 to " + LONGEST_BYTES + ".",
                    "give it on standard input.");
        }
        String owner = of(organisation);
        // A secret is a file here and in copies, and some file systems ignore case in file names.
        secrets.list(owner).stream().map(Secrets.Listed::name).filter(known -> known.equalsIgnoreCase(name) && !known.equals(name))
                .findFirst().ifPresent(known -> {
            throw ProblemException.conflict("secret-known", "Secret (" + name + ") differs from (" + known + ") only in case.",
                    "set (" + known + "), or remove it first: caravan secret remove " + known + ".");
        });
        SecretView set = view(secrets.set(Secrets.called(owner, name), value));
        return new SecretView(name, set.version(), set.setAt());
    }

    /** The requested organisation; otherwise that of the caller. */
    private String of(Optional<String> organisation) {
        OrganisationScope reach = OrganisationScope.current();
        return organisation.map(name -> organisations.required(name, reach)).orElse(reach.home());
    }

    @PostMapping("/api/v1/secret-key-rotations")
    @ErrorResponses("503 secrets-busy")
    @Operation(operationId = "rotateSecretKey", summary = "Rotate the key of the secrets",
            description = "Encrypts every secret with a new key and deletes the old one. Values and versions stay the same; running "
                    + "copies are not affected. Earlier backups need the old key, which they contain.")
    KeyRotationView rotate() {
        Secrets.Rotation rotation = secrets.rotateKey();
        return new KeyRotationView(rotation.keyId(), rotation.secrets());
    }

    @DeleteMapping("/api/v1/secrets/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses({"404 unknown-organisation", "404 unknown-secret", "409 secret-in-use", "503 secrets-busy"})
    @Operation(operationId = "removeSecret", summary = "Remove a secret", description = "Answers 409 if a deployed application uses the "
            + "secret.")
    void remove(@Parameter(description = "Name of the secret.", example = "shop-db-password") @PathVariable("name") String name,
            @Parameter(description = "Organisation that owns the secret (default: that of the token; default for a token of the "
                    + "installation).", example = "acme")
                    @RequestParam(name = "organisation") Optional<String> organisation) {
        String owner = of(organisation);
        targets.all().stream().filter(plan -> owners.sees(OrganisationScope.of(owner), plan.application()))
                .filter(plan -> plan.instances().stream().flatMap(placed -> placed.spec().secrets().stream())
                        .anyMatch(use -> use.secretName().equals(name)))
                .findFirst()
                .ifPresent(plan -> {
                    throw ProblemException.conflict("secret-in-use", "Secret (" + name + ") is used by application (" + plan.application()
                            + ").",
                            "destroy the application first, or deploy it without the secret.");
                });
        if (!secrets.remove(Secrets.called(owner, name))) {
            throw ProblemException.notFound("unknown-secret", "There is no secret (" + name + ").", "list them: caravan secret list.");
        }
    }

    private static SecretView view(Secrets.Listed listed) {
        return new SecretView(listed.name(), listed.version(), listed.setAt());
    }
}
