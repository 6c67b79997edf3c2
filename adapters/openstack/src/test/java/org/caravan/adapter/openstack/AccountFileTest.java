package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountFileTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = Files.createDirectory(folder.resolve("ours")).resolve("openstack");
    }

    @Test
    void readsWhatOperatorsWrite() throws IOException {
        write("# of the private cloud\nuser = demo\nproject=shop\nuser-domain=Users\npassword=a=b c#d\npublic-network=ext\n", "rw-------");
        Files.writeString(folder.resolve("ours/prices"), "m1.small=6.40\nm1.medium=12\n");
        OpenStackAccount account = OpenStackCloud.AccountFile.read(folder, "ours");
        assertThat(account.user()).isEqualTo("demo");
        assertThat(account.userDomain()).isEqualTo("Users");
        assertThat(account.projectDomain()).isEqualTo("Default");
        assertThat(account.password()).isEqualTo("a=b c#d");
        assertThat(account.publicNetwork()).contains("ext");
        assertThat(account.prices()).isEqualTo(Map.of("m1.small", new MonthlyCost(640), "m1.medium", new MonthlyCost(1200)));
    }

    @Test
    void thePasswordIsInNoText() throws IOException {
        write("user=demo\nproject=shop\npassword=hunter2\n", "rw-------");
        assertThat(OpenStackCloud.AccountFile.read(folder, "ours").toString()).isEqualTo("demo@shop");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        write("user=demo\nproject=shop\n", "rw-------");
        assertThatThrownBy(() -> OpenStackCloud.AccountFile.read(folder, "ours")).hasMessageContaining("password is not known")
                .hasMessageContaining("\nMaybe add a line");
        write("user=demo\nproject=shop\npassword=hunter2\n", "rw-r-----");
        assertThatThrownBy(() -> OpenStackCloud.AccountFile.read(folder, "ours")).hasMessageContaining("others can read")
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> OpenStackCloud.AccountFile.read(folder, "theirs")).hasMessageContaining("(theirs)")
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> OpenStackCloud.AccountFile.read(folder, "../ours")).hasMessageContaining("that is not a name");
    }

    @Test
    void aPriceThatIsNoneIsNamed() throws IOException {
        write("user=demo\nproject=shop\npassword=hunter2\n", "rw-------");
        Files.writeString(folder.resolve("ours/prices"), "m1.small=cheap\n");
        assertThatThrownBy(() -> OpenStackCloud.AccountFile.read(folder, "ours")).hasMessageContaining("(cheap)")
                .hasMessageContaining("12.50");
    }

    private void write(String text, String permissions) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
