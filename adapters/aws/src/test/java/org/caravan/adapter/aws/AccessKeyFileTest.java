package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.caravan.adapter.AdapterFault;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessKeyFileTest {

    private static final String TEXT =
            "[default]\naws_access_key_id = AKIA1\naws_secret_access_key=s/e+c=\n[other]\naws_access_key_id = AKIA2\n";

    @TempDir
    private Path folder;

    private Path write(String text, String permissions) throws IOException {
        Path file = Files.createDirectories(folder.resolve("aws-1")).resolve("aws");
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void readsWhatAmazonsToolsWrite() throws IOException {
        write(TEXT, "rw-------");
        Files.writeString(folder.resolve("aws-1/prices"), "t3.micro=5.005\n");
        AccessKey key = AwsCloud.AccessKeyFile.read(folder, "aws-1");
        assertThat(key.id()).isEqualTo("AKIA1");
        assertThat(key.secret()).isEqualTo("s/e+c=");
        assertThat(key.prices()).containsEntry("t3.micro", new MonthlyCost(501));
        assertThat(key.toString()).doesNotContain("s/e+c=");
    }

    @Test
    void refusesAKeyThatOthersCanRead() throws IOException {
        Path file = write(TEXT, "rw-r--r--");
        assertRefused("aws-1", "chmod 600 " + file);
    }

    @Test
    void namesWhatIsMissing() throws IOException {
        assertRefused("aws-1", "there is no file");
        write("aws_access_key_id = AKIA1\n", "rw-------");
        assertRefused("aws-1", "aws_secret_access_key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../aws-1", "", "a/b", ".hidden"})
    void refusesNamesThatLeadElsewhere(String name) {
        assertRefused(name, "(" + name + ")");
    }

    private void assertRefused(String name, String word) {
        assertThatThrownBy(() -> AwsCloud.AccessKeyFile.read(folder, name)).isInstanceOfSatisfying(AdapterFault.class, fault -> {
            assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
            assertThat(fault.getMessage()).contains(word, "\nMaybe ").doesNotContain("s/e+c=");
        });
    }
}
