package org.caravan.adapter.jclouds;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.caravan.adapter.CredentialsFile;

/** @param properties properties of jclouds, {@code jclouds.…} */
record JcloudsAccount(String provider, String identity, String credential, Properties properties) {

    /** Omits the credential, which the default text of a record would reveal in logs. */
    @Override
    public String toString() {
        return provider + " " + identity;
    }

    static JcloudsAccount read(Path folder, String name) {
        Path file = CredentialsFile.of(folder, name, "jclouds", "provider=, identity= and credential=",
                (what, way) -> JcloudsCallFault.credentials(name, what, way)).path();
        Properties all = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            all.load(text);
        } catch (IOException e) {
            throw JcloudsCallFault.credentials(name, file + " cannot be read", "check its owner");
        }
        Properties properties = new Properties();
        all.stringPropertyNames().stream().filter(key -> key.startsWith("jclouds."))
                .forEach(key -> properties.setProperty(key, all.getProperty(key)));
        return new JcloudsAccount(needed(name, file, all, "provider"), needed(name, file, all, "identity"),
                needed(name, file, all, "credential"), properties);
    }

    private static String needed(String name, Path file, Properties all, String key) {
        String value = all.getProperty(key, "");
        if (value.isEmpty()) {
            throw JcloudsCallFault.credentials(name, "their " + key + " is not known", "add a line " + key + "=… to " + file);
        }
        return value;
    }
}
