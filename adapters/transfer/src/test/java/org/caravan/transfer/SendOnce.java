package org.caravan.transfer;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;

/** A process of its own, so that it can run in the network namespace of a site: brings one image to one host, and tells. */
final class SendOnce {

    private SendOnce() {}

    /** IMAGES CREDENTIALS ADDRESS IMAGE: one line per piece ({@code there 123 of 456}), per broken call, and at the end. */
    public static void main(String[] words) {
        Path images = Path.of(words[0]);
        try (Shell shell = new Telling(new SshShell(SshSettings.of(Path.of(words[1]))))) {
            ImageDelivery delivery = new ImageDelivery(shell, new ImageRepository(images, Clock.systemUTC()), images.resolve("differences"),
                    TransferSettings.DEFAULT, TransferRate.UNLIMITED,
                            progress -> System.out.printf("there %d of %d %s%n", progress.onHost(),
                            progress.total(), progress.difference() ? "difference" : "whole"));
            long begun = System.nanoTime();
            delivery.deliver(new Host("pi-edge-1", "raspberry-pi-3", "lxc", words[2], 22, "bed"), words[3], ImageKind.CONTAINER,
                    Priority.DEPLOYMENT);
            System.out.printf("done %.1f%n", (System.nanoTime() - begun) / 1e9);
        }
    }

    private record Telling(Shell shell) implements Shell {

        @Override
        public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
            try {
                return shell.run(machine, command, input, timeout);
            } catch (ShellFault fault) {
                System.out.println("broken " + fault.getMessage().lines().findFirst().orElse(""));
                throw fault;
            }
        }

        @Override
        public void upload(Machine machine, Path local, String remote, Duration timeout) {
            shell.upload(machine, local, remote, timeout);
        }

        @Override
        public void close() {
            shell.close();
        }
    }
}
