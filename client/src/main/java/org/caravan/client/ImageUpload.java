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
import java.util.function.BiFunction;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.api.image.UploadProgress;
import org.caravan.api.image.UploadResult;

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
     * @param order the announcement of a file of this size, in bytes, and with this digest
     * @return the images that the server created
     */
    public Answer<UploadResult> send(Path file, BiFunction<Long, String, ImageUploadOrder> order) {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            UploadProgress progress =
                    api.post(ApiPath.of("image-uploads"), order.apply(content.length(), digest(file)), UploadProgress.class).value();
            String id = progress.id();
            if (progress.offset() > 0 && !quiet) {
                display.line(String.format(Locale.ROOT, "continuing at %.1f of %.1f MB", progress.offset() / 1e6,
                        content.length() / 1e6));
            }
            for (long offset = progress.offset(); offset < content.length(); ) {
                byte[] piece = new byte[(int) Math.min(PIECE, content.length() - offset)];
                content.seek(offset);
                content.readFully(piece);
                offset = api.patch(ApiPath.of("image-uploads", id), piece, offset, UploadProgress.class).value().offset();
                if (!quiet) {
                    display.bar((int) (100 * offset / content.length()), 100, "% of " + file.getFileName());
                }
            }
            return api.post(ApiPath.of("image-uploads", id, "completion"), UploadResult.class);
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
