package org.caravan.service;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Uploads in memory. */
final class Uploads {

    private Uploads() {}

    static Upload folder(Map<String, String> files, UploadEntry... more) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        files.forEach((path, text) -> contents.put(path, text.getBytes(StandardCharsets.UTF_8)));
        List<UploadEntry> entries = new ArrayList<>(List.of(more));
        contents.forEach((path, bytes) -> entries.add(UploadEntry.file(path, bytes.length)));
        return new Upload("site", true, entries, entry -> new ByteArrayInputStream(contents.get(entry.path())));
    }

    static Upload file(String name, byte[] content) {
        return new Upload(name, false, List.of(UploadEntry.file(name, content.length)), entry -> new ByteArrayInputStream(content));
    }

    /** A jar with one class of this Java version, and these attributes in its manifest. */
    static byte[] jar(int java, Map<String, String> attributes, String... more) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            jar.putNextEntry(new ZipEntry("app/Main.class"));
            jar.write(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) (java + 44)});
            for (String name : more) {
                jar.putNextEntry(new ZipEntry(name));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** An empty snapshot of Redis of this version. */
    static byte[] snapshot(int version) {
        byte[] snapshot = new byte[9 + 1 + 8];
        System.arraycopy(("REDIS00" + (version < 10 ? "0" : "") + version).getBytes(StandardCharsets.US_ASCII), 0, snapshot, 0, 9);
        snapshot[9] = (byte) 0xff;
        return snapshot;
    }
}
