package org.caravan.modeller.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bundles of a folder by symbolic name; jars without a symbolic name in their manifest are omitted. */
record Bundles(Map<String, Path> byName) {

    private static final String FRAMEWORK = "org.eclipse.osgi";

    /** Bundles that must start before the others, with their start levels. */
    private static final Map<String, String> STARTED = Map.of("org.apache.felix.scr", "@1:start", "org.eclipse.equinox.common", "@2:start",
            "org.eclipse.equinox.event", "@2:start", "org.eclipse.core.runtime", "@4:start");

    static Bundles in(Path folder) throws IOException {
        Map<String, Path> byName = new TreeMap<>();
        try (Stream<Path> jars = Files.list(folder)) {
            for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
                String name = symbolicName(jar);
                if (name != null) {
                    byName.put(name, jar);
                }
            }
        }
        return new Bundles(byName);
    }

    private static String symbolicName(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String header = manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-SymbolicName");
            return header == null ? null : List.of(header.split(";")).get(0).strip();
        }
    }

    String framework() {
        return byName.get(FRAMEWORK).toUri().toString();
    }

    /** All other bundles in the notation of {@code osgi.bundles}. */
    String others() {
        return byName.entrySet().stream().filter(bundle -> !bundle.getKey().equals(FRAMEWORK))
                .map(bundle -> "reference:" + bundle.getValue().toUri() + STARTED.getOrDefault(bundle.getKey(), ""))
                .collect(Collectors.joining(","));
    }
}
