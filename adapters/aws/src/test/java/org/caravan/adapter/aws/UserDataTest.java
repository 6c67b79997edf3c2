package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserDataTest {

    private static MachineOrder order(String firstBoot) {
        return new MachineOrder(new MachineLabel("lab", "h1"), "t3.micro", "ami-1", "ssh-ed25519 AAAA it's me", firstBoot);
    }

    @Test
    void letsRootInByTheKeyOfTheOrder() {
        assertThat(UserData.text(order(""))).isEqualTo("""
                #!/bin/sh
                mkdir -p -m 700 /root/.ssh
                printf '%s\\n' 'ssh-ed25519 AAAA its me' > /root/.ssh/authorized_keys
                chmod 600 /root/.ssh/authorized_keys
                """);
    }

    @Test
    void runsTheScriptByItsOwnInterpreterAndKeepsItsText(@TempDir Path folder) throws Exception {
        String script = "#!/bin/bash\necho \"$BASH_VERSION\" '$kept' \\n > %s/ran\n".formatted(folder);
        String text = UserData.text(order(script)).replace("/root/.ssh", folder + "/ssh").replace("/var/lib/", folder + "/");
        Path file = Files.writeString(folder.resolve("user-data"), text);
        Process process = new ProcessBuilder("/bin/sh", file.toString()).inheritIO().start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("ran"))).matches("\\d.* \\$kept n\n");
        assertThat(Files.readString(folder.resolve("ssh/authorized_keys"))).startsWith("ssh-ed25519 AAAA");
    }

    @Test
    void refusesMoreThanEc2Takes() {
        assertThatThrownBy(() -> UserData.encoded(order("#!/bin/sh\n" + "x".repeat(16_384))))
                .isInstanceOf(AdapterFault.class).hasMessageContainingAll("lab/h1", "16384", "\nMaybe ");
        assertThat(new String(Base64.getDecoder().decode(UserData.encoded(order("true"))), StandardCharsets.UTF_8))
                .startsWith("#!/bin/sh\n");
    }
}
