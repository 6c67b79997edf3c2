package org.caravan.adapter.aws;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.caravan.machine.MachineOrder;

/**
 * First-boot script of a machine: Caravan's prelude, then the order's script. EC2 images admit only their own user ({@code admin},
 * {@code ubuntu}, {@code ec2-user}) and refuse root, and EC2 does not report that user. The prelude lets root log in with the
 * order's key, so that all machines behave alike.
 */
final class UserData {

    private static final int MOST_BYTES = 16 * 1024;
    private static final String END = "caravan-end-of-first-boot";

    private UserData() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNSUPPORTED if it exceeds EC2's limit */
    static String encoded(MachineOrder order) {
        byte[] text = text(order).getBytes(StandardCharsets.UTF_8);
        if (text.length > MOST_BYTES) {
            throw AwsFault.firstBoot(order.label(), text.length, MOST_BYTES);
        }
        return Base64.getEncoder().encodeToString(text);
    }

    static String text(MachineOrder order) {
        String key = order.publicKey().strip().replace("'", "");
        String prelude = """
                #!/bin/sh
                mkdir -p -m 700 /root/.ssh
                printf '%%s\\n' '%s' > /root/.ssh/authorized_keys
                chmod 600 /root/.ssh/authorized_keys
                """.formatted(key);
        if (order.firstBoot().isBlank()) {
            return prelude;
        }
        // a separate file, because the script may name another interpreter in its first line
        return prelude + """
                cat > /var/lib/caravan-first-boot <<'%1$s'
                %2$s
                %1$s
                chmod 700 /var/lib/caravan-first-boot
                exec /var/lib/caravan-first-boot
                """.formatted(END, order.firstBoot().strip());
    }
}
