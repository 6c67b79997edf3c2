package org.caravan.adapter.aws;

import java.nio.file.Path;
import org.caravan.adapter.CredentialsFile;

/** Reads the operator's credentials file, in Amazon's format; only its first section counts. */
final class AccessKeyFile {

    private AccessKeyFile() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED that names the missing or invalid file */
    static AccessKey read(Path folder, String name) {
        CredentialsFile file = CredentialsFile.of(folder, name, "aws", "aws_access_key_id = and aws_secret_access_key =",
                (what, way) -> AwsFault.credentials(name, what, way));
        CredentialsFile.Entries entries = file.entries();
        return new AccessKey(entries.needed("aws_access_key_id"), entries.needed("aws_secret_access_key"), file.prices());
    }
}
