package org.caravan.adapter.openstack;

import java.nio.file.Path;
import org.caravan.adapter.CredentialsFile;

/** Reads the operator's credentials files for one name. */
final class AccountFile {

    private AccountFile() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED that names the missing or invalid file */
    static OpenStackAccount read(Path folder, String name) {
        CredentialsFile file = CredentialsFile.of(folder, name, "openstack", "user=, password= and project=",
                (what, way) -> OpenStackFault.credentials(name, what, way));
        CredentialsFile.Entries entries = file.entries();
        return new OpenStackAccount(entries.needed("user"), entries.optional("user-domain").orElse("Default"),
                entries.needed("project"), entries.optional("project-domain").orElse("Default"),
                entries.needed("password"), entries.optional("public-network"), file.prices());
    }
}
