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
import org.caravan.execution.SecretSource.Secret;
import org.caravan.server.data.DataFolder;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.rest.Refusal;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The secrets of this server: a file each, encrypted, below {@code secrets} in the shared folder. Those of an organisation are called {@code @acme/name} here and are in a
 * folder of their own; those of the organisation default have bare names, as all had before there were organisations. Several servers may share the folder: one at a time
 * changes something there, and each finds the key that another one has changed.
 */
@Component
final class Secrets implements RecordCheck {

    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

    private static final Pattern CALLED = Pattern.compile("(@[A-Za-z][A-Za-z0-9_-]{0,31}/)?[A-Za-z_][A-Za-z0-9_-]{0,62}");

    /** Of a reader that meets a rotation of another server: what was read, or the key, is out of date. */
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

    /** Of a server that ended meanwhile; one that still runs ends it itself. */
    private void endRotation() {
        try {
            alone(() -> key.rotating() ? rotated() : null);
        } catch (UnreadableRecord | Refusal notNow) {
            // Both keys stay, and all that can be read is: that is no reason not to start.
            LOG.error("the change of the key of the secrets cannot end: {}", notNow.getMessage());
        } catch (IOException e) {
            throw notChanged(e);
        }
    }

    /** Something that changes files here. */
    private interface Change<T> {
        T make() throws IOException;
    }

    /** With the keys as they are now: another server may have changed them. */
    private synchronized <T> T alone(Change<T> change) throws IOException {
        try (SharedLock held = SharedLock.hold(lock)) {
            key.reread();
            return change.make();
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        DurableFiles.createFolders(folder);
    }

    /** @param setAt when it got its value */
    record Listed(String name, String version, Instant setAt) {}

    /** How a secret of an organisation is called here. */
    static String called(String organisation, String name) {
        return organisation.equals(Organisations.DEFAULT) ? name : "@" + organisation + "/" + name;
    }

    /** Of all organisations, by what they are called. */
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

    /** Of one organisation, by their own names. */
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

    /** The same value again changes nothing. */
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

    /** Empty, too, if it cannot be read: whoever replaces it needs it no more. */
    private Optional<String> readableVersion(String name) {
        try {
            return version(name);
        } catch (UnreadableRecord unreadable) {
            return Optional.empty();
        }
    }

    /** @return whether there was one */
    boolean remove(String name) {
        try {
            return isName(name) && alone(() -> DurableFiles.delete(folder.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException("Secret " + name + " cannot be removed.", e);
        }
    }

    /** @param keyId of the new key; @param secrets how many were written anew */
    record Rotation(String keyId, int secrets) {}

    /**
     * Writes every secret with a new key and forgets the former. Ends at the next start if the server ends meanwhile; what runs notices nothing, since versions stay.
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
            throw unreadable.get(0); // the former key stays: it may be what opens them
        }
        key.endRotation();
        LOG.info("the key of the secrets was changed, {} secrets are written with the key {}", all.size(), key.id());
        return new Rotation(key.id(), all.size());
    }

    private static UncheckedIOException notChanged(IOException e) {
        return new UncheckedIOException("The key of the secrets cannot be changed; both keys are kept until it is.\nMaybe the disk is full.", e);
    }

    static boolean isName(String name) {
        return CALLED.matcher(name).matches();
    }

    /** @param secretName as it is called here */
    Optional<String> version(String secretName) {
        return value(secretName).map(value -> key.version(secretName, value));
    }

    Optional<Secret> secret(String secretName) {
        return value(secretName).map(value -> new Secret(key.version(secretName, value), new SecretValue(value)));
    }

    /** One at a time with a change of the key, which is no longer there for what was read before it. */
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
