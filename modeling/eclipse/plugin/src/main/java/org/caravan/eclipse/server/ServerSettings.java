package org.caravan.eclipse.server;

import java.io.IOException;
import java.util.Optional;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ServerAddress;
import org.eclipse.equinox.security.storage.ISecurePreferences;
import org.eclipse.equinox.security.storage.SecurePreferencesFactory;
import org.eclipse.equinox.security.storage.StorageException;
import org.eclipse.jface.preference.IPreferenceStore;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.ui.preferences.ScopedPreferenceStore;

/** Server address and token: the address is a preference of the workspace, the token is in the platform's secure storage. */
final class ServerSettings {

    static final String ADDRESS = "server";
    private static final String NODE = "org.caravan.eclipse";
    private static final String TOKEN = "token";
    private static final String DEFAULT_ADDRESS = "http://127.0.0.1:8080";

    private ServerSettings() {}

    static IPreferenceStore store() {
        ScopedPreferenceStore store = new ScopedPreferenceStore(InstanceScope.INSTANCE, NODE);
        store.setDefault(ADDRESS, DEFAULT_ADDRESS);
        return store;
    }

    /** @throws ApiFault {@code token-unreadable} */
    static Api api() {
        return new Api(ServerAddress.of(store().getString(ADDRESS), "Preferences, Caravan"), token());
    }

    static Optional<String> token() {
        try {
            return Optional.of(secrets().get(TOKEN, "")).filter(token -> !token.isBlank());
        } catch (StorageException e) {
            throw new ApiFault("token-unreadable", "The token cannot be read from the secure storage: " + e.getMessage()
                    + "\n    Maybe enter it again: Preferences, Caravan.");
        }
    }

    /** @param token blank if the server requires no token */
    static void keep(String token) throws StorageException, IOException {
        if (token.isBlank()) {
            secrets().remove(TOKEN);
        } else {
            secrets().put(TOKEN, token.strip(), true);
        }
        secrets().flush();
    }

    private static ISecurePreferences secrets() {
        return SecurePreferencesFactory.getDefault().node(NODE);
    }
}
