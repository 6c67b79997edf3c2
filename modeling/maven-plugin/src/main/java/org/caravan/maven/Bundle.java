package org.caravan.maven;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Application in one file: models, companion files, images, and {@value #LIST} with the digest of each part. Equal content gives equal
 * bytes.
 */
final class Bundle {

    static final String MODELS = "models/";
    static final String IMAGES = "images/";
    static final String LIST = "caravan-bundle.json";

    private static final int FORMAT = 1;
    private static final int LARGEST_LIST = 16 << 20;

    /** Earliest timestamp of the ZIP format; without a time zone, so that it is the same everywhere. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** Content of {@value #LIST}. */
    record Content(int format, String application, List<Part> parts) {}

    /** @param size in bytes */
    record Part(String path, long size, String digest) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Bundle() {}

    /** @param files files by path in the bundle, with {@code /} between folders */
    static Content write(Path target, String application, Map<String, Path> files) throws IOException {
        List<Part> parts = new ArrayList<>();
        Files.createDirectories(target.toAbsolutePath().getParent());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
            for (Map.Entry<String, Path> file : new TreeMap<>(files).entrySet()) {
                parts.add(add(zip, file.getKey(), file.getValue()));
            }
            Content content = new Content(FORMAT, application, parts);
            zip.putNextEntry(entry(LIST));
            zip.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content));
            zip.closeEntry();
            return content;
        }
    }

    /**
     * Unpacks a bundle into an empty folder and verifies all digests.
     *
     * @throws IOException if the file is not a bundle, has a newer format, or its content does not match its list
     */
    static Content open(Path bundle, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            ZipEntry list = zip.getEntry(LIST);
            if (list == null) {
                throw new IOException(bundle + " is no bundle: it has no " + LIST + ".");
            }
            Content content = JSON.readValue(zip.getInputStream(list).readNBytes(LARGEST_LIST), Content.class);
            if (content.format() != FORMAT) {
                throw new IOException(bundle + " has format " + content.format() + "; this plugin reads format " + FORMAT + ".");
            }
            for (Part part : content.parts()) {
                unpack(zip, part, folder);
            }
            return content;
        }
    }

    private static Part add(ZipOutputStream zip, String path, Path file) throws IOException {
        zip.putNextEntry(entry(path));
        MessageDigest sum = sha256();
        long size;
        try (InputStream content = new DigestInputStream(Files.newInputStream(file), sum)) {
            size = content.transferTo(zip);
        }
        zip.closeEntry();
        return new Part(path, size, text(sum));
    }

    private static void unpack(ZipFile zip, Part part, Path folder) throws IOException {
        Path target = folder.resolve(part.path()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("The bundle names a file outside of itself: " + part.path());
        }
        ZipEntry entry = zip.getEntry(part.path());
        if (entry == null) {
            throw new IOException("The bundle lacks " + part.path() + ", which its list names.");
        }
        Files.createDirectories(target.getParent());
        MessageDigest sum = sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(target), sum); InputStream in = zip.getInputStream(entry)) {
            copy(in, out, part);
        }
        String digest = text(sum);
        if (!digest.equals(part.digest())) {
            throw new IOException(part.path() + " in the bundle has digest " + digest + ", its list says " + part.digest() + ".");
        }
    }

    /** Writes at most the listed size, because a small ZIP entry can expand to more than the disk holds. */
    private static void copy(InputStream in, OutputStream out, Part part) throws IOException {
        byte[] buffer = new byte[64 << 10];
        long left = part.size();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            left -= read;
            if (left < 0) {
                throw new IOException(part.path() + " in the bundle has more than the " + part.size() + " bytes that its list says.");
            }
            out.write(buffer, 0, read);
        }
    }

    private static ZipEntry entry(String path) {
        ZipEntry entry = new ZipEntry(path);
        entry.setTimeLocal(NO_TIME);
        return entry;
    }

    /** Call once: the call resets the digest. */
    private static String text(MessageDigest sum) {
        return "sha256:" + HexFormat.of().formatHex(sum.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
