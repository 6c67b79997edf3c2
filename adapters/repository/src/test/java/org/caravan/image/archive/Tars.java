package org.caravan.image.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Tars as texts: one line per entry. */
final class Tars {

    private Tars() {}

    /** Of names and contents: a name that ends with / is a folder. */
    static byte[] tar(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = LayerWriter.tar(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                entry.setSize(content.length);
                entry.setModTime(1000);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(content);
        }
        return bytes.toByteArray();
    }

    /** {@code -name} for a deletion, {@code name} for a folder, {@code name=content} for a file. */
    static List<String> said(InputStream plain) throws IOException {
        List<String> lines = new ArrayList<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                boolean deletion = entry.isCharacterDevice() && entry.getDevMajor() == 0 && entry.getDevMinor() == 0;
                lines.add(deletion ? "-" + entry.getName() : entry.isFile()
                        ? entry.getName() + "=" + new String(tar.readAllBytes(), StandardCharsets.UTF_8) : entry.getName());
            }
        }
        return lines;
    }

    static List<String> layer(Path packed) throws IOException {
        try (InputStream content = new ZstdInputStream(Files.newInputStream(packed))) {
            return said(content);
        }
    }
}
