package org.caravan.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Uploads a file to the server and resumes an interrupted upload. */
public final class ImageUpload {

    private static final int PIECE = 8 << 20;

    private final Api api;
    private final Display display;
    private final boolean quiet;

    public ImageUpload(Api api, Display display, boolean quiet) {
        this.api = api;
        this.display = display;
        this.quiet = quiet;
    }

    /**
     * @param what members of the announcement besides size and digest
     * @return the server's record of the uploaded file
     */
    public JsonNode send(Path file, Map<String, Object> what) {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            Map<String, Object> announced = new TreeMap<>(what);
            announced.put("size", content.length());
            announced.put("digest", digest(file));
            JsonNode progress = api.post(ApiPath.of("image-uploads"), announced);
            String id = progress.path("id").asString();
            if (progress.path("offset").asLong() > 0 && !quiet) {
                display.line(String.format(Locale.ROOT, "continuing at %.1f of %.1f MB", progress.path("offset").asLong() / 1e6,
                        content.length() / 1e6));
            }
            for (long offset = progress.path("offset").asLong(); offset < content.length(); ) {
                byte[] piece = new byte[(int) Math.min(PIECE, content.length() - offset)];
                content.seek(offset);
                content.readFully(piece);
                offset = api.patch(ApiPath.of("image-uploads", id), piece, offset).path("offset").asLong();
                if (!quiet) {
                    display.bar((int) (100 * offset / content.length()), 100, "% of " + file.getFileName());
                }
            }
            return api.post(ApiPath.of("image-uploads", id, "completion"), Map.of());
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    static String digest(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            MessageDigest sum = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(content, sum).transferTo(OutputStream.nullOutputStream());
            return "sha256:" + HexFormat.of().formatHex(sum.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static ApiFault unreadable(Path file, IOException e) {
        return new ApiFault("file-unreadable", file + " cannot be read: " + e.getMessage()
                + "\n    Maybe the path is relative to another folder.");
    }
}
