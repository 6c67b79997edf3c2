package org.caravan.server.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.adapter.SecretValue;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.durable.DurableFiles;
import org.caravan.execution.fleet.SecretSource.Secret;
import org.caravan.server.data.DataFolder;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Store of encrypted secrets: one file per secret below {@code secrets} in the shared folder. Secrets of an organisation have the qualified
 * name {@code @acme/name} and a folder of their own. Secrets of the default organisation have plain names, as in releases without
 * organisations. Several servers can share the folder: changes are mutually exclusive, and each server detects keys changed by another.
 */
@Component
final class Secrets implements RecordCheck {

    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

    private static final Pattern CALLED = Pattern.compile("(@[A-Za-z][A-Za-z0-9_-]{0,31}/)?[A-Za-z_][A-Za-z0-9_-]{0,62}");

    /** Number of read attempts, because a concurrent rotation on another server can make the value or the key outdated. */
    private static final int READS = 5;

    private final Path folder;
    private final Path lock;
    private final SecretKeys key;

    @Autowired
    Secrets(DataFolder data) {
        this(data.shared("secrets"), data.shared("secrets.key"));
    }

    Secrets(Path folder, Path keyFile) {
        this.folder = folder;
        this.lock = folder.resolveSibling(folder.getFileName() + ".lock");
        this.key = new SecretKeys(keyFile);
        try {
            makeFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("The folder of the secrets (" + folder + ") cannot be made.", e);
        }
        if (key.rotating()) {
            endRotation();
        }
    }

    /** Completes the rotation of a server that stopped during it. A server that still runs completes its rotation itself. */
    private void endRotation() {
        try {
            alone(() -> key.rotating() ? rotated() : null);
        } catch (UnreadableRecord | ProblemException notNow) {
            // Both keys remain and all readable secrets stay readable, so the server starts nevertheless.
            LOG.error("the rotation of the key of the secrets cannot finish: {}", notNow.getMessage());
        } catch (IOException e) {
            throw notChanged(e);
        }
    }

    /** A change of the stored files. */
    private interface Change<T> {
        T make() throws IOException;
    }

    /** Runs the change exclusively and with the current keys, because another server may have changed them. */
    private synchronized <T> T alone(Change<T> change) throws IOException {
        try (SharedLock held = SharedLock.hold(lock)) {
            key.reread();
            return change.make();
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        DurableFiles.createFolders(folder);
    }

    /** @param setAt time at which the secret got its value */
    record Listed(String name, String version, Instant setAt) {}

    /** Qualified name of an organisation's secret. */
    static String called(String organisation, String name) {
        return organisation.equals(Organisations.DEFAULT) ? name : "@" + organisation + "/" + name;
    }

    /** Secrets of all organisations, with qualified names. */
    List<Listed> list() {
        return StoredRows.readable(names(), this::listed);
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        List<UnreadableRecord> unreadable = new ArrayList<>();
        for (String name : names()) {
            try {
                value(name);
            } catch (UnreadableRecord found) {
                unreadable.add(found);
            }
        }
        return unreadable;
    }

    private List<String> names() {
        try {
            return DurableFiles.below(folder, 2).stream().map(file -> folder.relativize(file).toString()).filter(Secrets::isName).sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The folder of the secrets (" + folder + ") cannot be read.", e);
        }
    }

    /** Secrets of one organisation, with plain names. */
    List<Listed> list(String organisation) {
        String before = called(organisation, "");
        return list().stream().filter(each -> each.name().indexOf('/') == before.length() - 1 && each.name().startsWith(before))
                .map(each -> new Listed(each.name().substring(before.length()), each.version(), each.setAt())).toList();
    }

    Optional<Listed> listed(String name) {
        try {
            Instant setAt = Files.getLastModifiedTime(folder.resolve(name)).toInstant();
            return version(name).map(version -> new Listed(name, version, setAt));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Secret " + name + " cannot be read.", e);
        }
    }

    /** Setting an unchanged value has no effect. */
    Listed set(String name, byte[] value) {
        try {
            return alone(() -> {
                if (!readableVersion(name).equals(Optional.of(key.version(name, value)))) {
                    makeFolder(folder.resolve(name).getParent());
                    DurableFiles.write(folder.resolve(name), key.encrypt(name, value));
                }
                return listed(name).orElseThrow();
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Secret " + name + " cannot be written.\nMaybe the disk is full.", e);
        }
    }

    /** Empty also if the secret is unreadable, because it is about to be replaced. */
    private Optional<String> readableVersion(String name) {
        try {
            return version(name);
        } catch (UnreadableRecord unreadable) {
            return Optional.empty();
        }
    }

    /** @return whether the secret existed */
    boolean remove(String name) {
        try {
            return isName(name) && alone(() -> DurableFiles.delete(folder.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException("Secret " + name + " cannot be removed.", e);
        }
    }

    /**
     * @param keyId id of the new key
     * @param secrets number of encrypted secrets
     */
    record Rotation(String keyId, int secrets) {}

    /**
     * Encrypts every secret with a new key and deletes the former key. If the server stops during the rotation, the next start completes
     * it. Running copies are unaffected, because versions do not change.
     */
    Rotation rotateKey() {
        try {
            return alone(this::rotated);
        } catch (IOException e) {
            throw notChanged(e);
        }
    }

    private Rotation rotated() throws IOException {
        key.beginRotation();
        List<String> all = names();
        List<UnreadableRecord> unreadable = new ArrayList<>();
        for (String each : all) {
            try {
                DurableFiles.write(folder.resolve(each), key.encrypt(each, value(each).orElseThrow()));
            } catch (UnreadableRecord found) {
                unreadable.add(found);
            }
        }
        if (!unreadable.isEmpty()) {
            throw unreadable.get(0); // the former key stays: it may be able to decrypt them
        }
        key.endRotation();
        LOG.info("the key of the secrets was changed, {} secrets are written with the key {}", all.size(), key.id());
        return new Rotation(key.id(), all.size());
    }

    private static UncheckedIOException notChanged(IOException e) {
        return new UncheckedIOException(
                "The key of the secrets cannot be rotated; both keys are kept until then.\nMaybe the disk is full.", e);
    }

    static boolean isName(String name) {
        return CALLED.matcher(name).matches();
    }

    /** @param secretName qualified name */
    Optional<String> version(String secretName) {
        return value(secretName).map(value -> key.version(secretName, value));
    }

    Optional<Secret> secret(String secretName) {
        return value(secretName).map(value -> new Secret(key.version(secretName, value), new SecretValue(value)));
    }

    /** Excludes key rotations of this server, which would delete the key of a value that was just read. */
    private synchronized Optional<byte[]> value(String name) {
        if (!isName(name)) {
            return Optional.empty();
        }
        try {
            for (int read = 1; ; read++) {
                byte[] stored = Files.readAllBytes(folder.resolve(name));
                try {
                    return Optional.of(opened(name, stored));
                } catch (UnreadableRecord unreadable) {
                    key.reread();
                    if (read == READS) {
                        throw unreadable;
                    }
                }
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Secret " + name + " cannot be read.", e);
        }
    }

    private byte[] opened(String name, byte[] stored) {
        try {
            return key.decrypt(name, stored);
        } catch (RuntimeException damaged) {
            String own = name.substring(name.indexOf('/') + 1);
            throw new UnreadableRecord("secret", name, Optional.empty(), "set it again: caravan secret set " + own + ".",
                    new IllegalStateException("it was damaged, or written with another key", damaged));
        }
    }
}
