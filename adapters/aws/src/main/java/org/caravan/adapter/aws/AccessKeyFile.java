package org.caravan.adapter.aws;

import java.nio.file.Path;
import org.caravan.adapter.CredentialsFile;

/** The operator's files of one name of credentials, in Amazon's own format, whose first section counts. */
final class AccessKeyFile {

    private AccessKeyFile() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED naming the file that is missing or wrong */
    static AccessKey read(Path folder, String name) {
        CredentialsFile file = CredentialsFile.of(folder, name, "aws", "aws_access_key_id = and aws_secret_access_key =",
                (what, way) -> Fault.credentials(name, what, way));
        CredentialsFile.Entries entries = file.entries();
        return new AccessKey(entries.needed("aws_access_key_id"), entries.needed("aws_secret_access_key"), file.prices());
    }
}
