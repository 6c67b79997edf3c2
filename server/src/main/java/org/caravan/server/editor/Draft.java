package org.caravan.server.editor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.dsl.profile.FilesBeside;
import org.springframework.util.FileSystemUtils;

/**
 * Texts that one page edits, with URIs in a folder of their own. The texts are not written to the folder: the page opens each text at its
 * language server, so a text that it closes no longer exists there.
 *
 * @param folder exists until the draft is closed; holds the files that models reference, which a page does not edit
 * @param besides referenced files by name, submitted together with the texts
 */
record Draft(Path folder, List<Text> texts, Map<String, String> besides) implements AutoCloseable {

    /** @param name file name from the author */
    record Text(String name, String uri, String text) {}

    /** @param place parent of the draft's folder */
    static Draft of(Path place, Map<String, String> texts) throws IOException {
        Path folder = Files.createTempDirectory(place, "draft-");
        List<Text> opened = new ArrayList<>();
        Map<String, String> besides = new TreeMap<>(texts);
        besides.keySet().removeIf(name -> !FilesBeside.is(name));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (besides.containsKey(text.getKey())) {
                continue;
            }
            lay(folder, text, besides);
            Path address = folder.resolve(opened.size() + "-" + plain(text.getKey()));
            opened.add(new Text(text.getKey(), address.toUri().toString(), text.getValue()));
        }
        return new Draft(folder, opened, besides);
    }

    /** Writes the files that a model references to the place where its language server resolves them. */
    private static void lay(Path folder, Map.Entry<String, String> model, Map<String, String> besides) throws IOException {
        for (String path : FilesBeside.named(model.getValue())) {
            String file = besides.get(FilesBeside.beside(model.getKey(), path));
            if (file != null) {
                Files.createDirectories(folder.resolve(path).getParent());
                Files.writeString(folder.resolve(path), file);
            }
        }
    }

    /** A name may be a path of another machine; parts that lead out of the folder are removed. */
    private static String plain(String name) {
        return name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9_.-]", "_").replaceFirst("(\\.caravan)?$", ".caravan");
    }

    String uri() {
        return folder.toUri().toString();
    }

    /** Whether a URI is the address of a text in this folder, in any escaping of its path. */
    boolean holds(String uri) {
        try {
            URI address = new URI(uri);
            boolean plain = "file".equals(address.getScheme()) && address.getAuthority() == null && address.getQuery() == null
                    && address.getFragment() == null;
            Path file = plain && address.getPath() != null ? Path.of(address.getPath()) : Path.of("");
            Path own = folder.toAbsolutePath();
            return file.startsWith(own) && file.equals(file.normalize()) && !own.relativize(file).toString().contains("%");
        } catch (URISyntaxException | InvalidPathException none) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the draft in " + folder + " could not be removed", e);
        }
    }
}
