package org.caravan.server.image;

import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.canonical.Digest;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageRepository;
import org.caravan.image.archive.ImageImport;
import org.caravan.image.archive.Imported;
import org.caravan.image.archive.Incoming;
import org.caravan.json.Json;
import org.caravan.server.Settings;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Uploads in progress. Partial files are on disk, so that a client or this server can continue after an interruption. */
@Component
class Uploads {

    private static final Set<String> NAMED = Set.of("oci", "rootfs", "unikernel");
    private static final Share SHARE = new Share(16, 16, 64);
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    /** Shorter limit for announcements without data, because an announcement costs its sender nothing. */
    private static final Duration EMPTY_FORGOTTEN_AFTER = Duration.ofMinutes(10);

    private final UploadFolder files;
    private final long limit;
    private final ImageRepository repository;
    private final ImageImport importer;
    private final ImageOwners owners;
    private final Clock clock;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    Uploads(Settings settings, ImageRepository repository, ImageImport importer, ImageOwners owners, Clock clock) {
        this.owners = owners;
        this.files = new UploadFolder(settings.images().resolve(".uploads"));
        this.limit = settings.imageLimit().toBytes();
        this.repository = repository;
        this.importer = importer;
        this.clock = clock;
    }

    /** The id is derived from the announcement, so that the same announcement continues the upload. */
    synchronized String begin(ImageUploadOrder upload, Holder holder) throws IOException {
        OrganisationScope reach = holder.reach();
        ImageWords.digest(upload.digest());
        String organisation = reach.home();
        if (!reach.all() && NAMED.contains(upload.format()) && upload.name().isEmpty()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "refused-image",
                    "The image of an organisation is named in the announcement, not in the file.",
                    "say which: --name NAME.");
        }
        if (upload.base().isPresent()) {
            base(upload, reach);
        }
        if (upload.size() < 1) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "image-empty", "The file has " + upload.size() + " bytes.",
                    "check the file.");
        }
        if (upload.size() > limit) {
            throw new ProblemException(HttpStatus.CONTENT_TOO_LARGE, "image-too-large", "The file has " + upload.size()
                    + " bytes; the limit is " + limit
                    + " bytes.", "send a smaller one, or raise caravan.image-limit.");
        }
        String id = id(upload, organisation);
        if (files.announced(id).isEmpty()) {
            forgetOld();
            Optional<Share.Exceeded> exceeded = SHARE.exceeded(files.holders(), holder);
            if (exceeded.isPresent()) {
                throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, "too-many-uploads", "Already " + exceeded.get().most() + " files "
                        + exceeded.get().whose() + " are in progress.",
                        "finish or cancel an upload first.");
            }
            files.begin(id, upload, holder);
        }
        return id;
    }

    /** @throws ProblemException as if a base of another organisation did not exist */
    private ImageIndex base(ImageUploadOrder upload, OrganisationScope reach) {
        String base = upload.base().orElseThrow();
        if (!upload.format().equals("rootfs")) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "A file of the format (" + upload.format() + ") cannot have the base (" + base
                    + ").\nMaybe use the format rootfs.");
        }
        if (!owners.mayBuildOn(reach, base)) {
            throw owners.unknown(base, reach);
        }
        return repository.index(base);
    }

    private static String id(ImageUploadOrder upload, String organisation) {
        return Digest.abbreviated(Digest.of(organisation + "\n" + Json.write(upload)));
    }

    ImageUploadOrder announced(String id, OrganisationScope reach) throws IOException {
        return files.announced(id).filter(upload -> reach.all() || id(upload, reach.home()).equals(id)).orElseThrow(() -> unknown(id));
    }

    private static ProblemException unknown(String id) {
        return ProblemException.notFound("unknown-upload", "There is no upload (" + id + ").",
                "announce the file again: it can be complete already.");
    }

    long offset(String id, OrganisationScope reach) throws IOException {
        announced(id, reach);
        return files.size(id);
    }

    /** @return size in bytes afterwards */
    long append(String id, long offset, InputStream piece, OrganisationScope reach) throws IOException {
        synchronized (lock(id)) {
            return append(id, announced(id, reach), offset, piece);
        }
    }

    /** One lock per upload, so that a slow sender does not block other uploads. */
    private Object lock(String id) {
        return locks.computeIfAbsent(id, none -> new Object());
    }

    private long append(String id, ImageUploadOrder upload, long offset, InputStream piece) throws IOException {
        long there = files.size(id);
        if (offset != there) {
            throw ProblemException.conflict("other-offset", "The upload (" + id + ") has " + there + " bytes; the piece is for offset "
                    + offset + ".",
                    "go on at " + there + ".");
        }
        return files.append(id, piece, upload.size());
    }

    /** Verifies the digest and imports the file. Then the upload is removed, also if the file is damaged; an incomplete upload stays. */
    Imported complete(String id, OrganisationScope reach) throws IOException {
        synchronized (lock(id)) {
            return complete(id, announced(id, reach), reach);
        }
    }

    private Imported complete(String id, ImageUploadOrder upload, OrganisationScope reach) throws IOException {
        if (files.size(id) < upload.size()) {
            throw ProblemException.conflict("incomplete-upload", "The upload (" + id + ") has " + files.size(id) + " of " + upload.size()
                    + " bytes.",
                    "send the rest first.");
        }
        try {
            ContentDigest found = ContentDigest.of(files.content(id));
            if (!found.equals(ImageWords.digest(upload.digest()))) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The file arrived with the digest " + found + ", announced was "
                        + upload.digest()
                        + ".\nMaybe it changed in the meantime: send it again.");
            }
            if (upload.base().isPresent()) {
                base(upload, reach);
            }
            upload.name().filter(name -> NAMED.contains(upload.format())).ifPresent(name -> owners.claim(name, reach));
            Imported imported = taken(id, upload, reach);
            // The file itself names these images; only tokens of the installation may send it without a name.
            imported.images().forEach(image -> owners.claim(image.name(), reach));
            imported.images().forEach(image -> owners.brought(image, reach));
            owners.brought(found, reach);
            return imported;
        } finally {
            forget(id);
        }
    }

    private Imported taken(String id, ImageUploadOrder upload, OrganisationScope reach) {
        Incoming incoming = new Incoming(files.content(id), upload.name(), upload.architecture().map(ImageWords::architecture),
                upload.start(),
                upload.environment(), limit);
        return switch (upload.format()) {
            case "oci" -> importer.archive(incoming);
            case "rootfs" -> upload.base().isPresent() ? importer.onBase(incoming, base(upload, reach)) : importer.rootfs(incoming);
            case "unikernel" -> importer.unikernel(incoming);
            case "layer", "kernel" -> {
                repository.layers().keep(files.content(id), upload.format().equals("layer") ? ImageKind.CONTAINER : ImageKind.UNIKERNEL,
                        ImageWords.digest(upload.digest()));
                yield new Imported(List.of(), List.of());
            }
            default -> throw new ImageFault(ImageFault.Kind.REFUSED, "Files of the format (" + upload.format()
                    + ") cannot be taken.\nMaybe use one of [oci, rootfs, unikernel, layer, kernel].");
        };
    }

    void forget(String id) throws IOException {
        locks.remove(id);
        files.forget(id);
    }

    @Scheduled(fixedDelayString = "PT10M")
    synchronized void forgetOld() throws IOException {
        for (String id : files.silentSince(clock.instant().minus(FORGOTTEN_AFTER))) {
            forget(id);
        }
        for (String id : files.silentSince(clock.instant().minus(EMPTY_FORGOTTEN_AFTER))) {
            if (files.size(id) == 0) {
                forget(id);
            }
        }
    }
}
