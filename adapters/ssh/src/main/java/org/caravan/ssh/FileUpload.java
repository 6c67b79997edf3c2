package org.caravan.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.caravan.text.ShellWord;

/** Uploads a file to a machine: writes it under a temporary name and renames it when it is complete. */
final class FileUpload {

    private final Machine machine;
    private final Path local;
    private final String remote;
    private final String staging;
    private final Duration openTimeout;
    private final Duration timeout;

    FileUpload(Machine machine, Path local, String remote, Duration openTimeout, Duration timeout) {
        this.machine = machine;
        this.local = local;
        this.remote = remote;
        this.staging = remote + ".part-" + UUID.randomUUID();
        this.openTimeout = openTimeout;
        this.timeout = timeout;
    }

    Void on(ClientSession session) throws IOException, Connection.NotStarted {
        if (!bySftp(session)) {
            byCat(session);
        }
        String name = quoted(staging);
        // The size is checked on the machine, because `cat` cannot distinguish a broken stream from the end of the file.
        CommandResult renamed = command("[ \"$(wc -c < %s)\" -eq %d ] && mv -f -- %s %s || { rm -f -- %s; exit 1; }"
                .formatted(name, Files.size(local), name, quoted(remote), name)).on(session, InputStream.nullInputStream());
        if (!renamed.succeeded()) {
            throw SshFault.file(machine, remote + " arrived incomplete " + renamed.errorOutput().strip(), null);
        }
        return null;
    }

    /** Returns false if the machine has no SFTP. */
    private boolean bySftp(ClientSession session) throws IOException {
        SftpClient sftp;
        try {
            sftp = SftpClientFactory.instance().createSftpClient(session);
        } catch (IOException | RuntimeException e) {
            if (!session.isOpen()) {
                throw e instanceof IOException broken ? broken : new IOException(e);
            }
            return false;
        }
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<Void> watch = CompletableFuture.runAsync(() -> {
            late.set(true);
            sftp.getClientChannel().close(true);
        }, CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
        try (sftp) {
            copy(sftp);
            return true;
        } catch (IOException e) {
            if (late.get()) {
                throw SshFault.timeout(machine, "taking the file " + remote, timeout);
            }
            if (session.isOpen()) {
                throw SshFault.file(machine, staging + ": " + SshFault.reason(e), e);
            }
            throw e;
        } finally {
            watch.cancel(false);
        }
    }

    private void copy(SftpClient sftp) throws IOException {
        try (InputStream content = Files.newInputStream(local);
                OutputStream target = sftp.write(staging, SftpClient.OpenMode.Create, SftpClient.OpenMode.Write)) {
            content.transferTo(target);
        }
    }

    private void byCat(ClientSession session) throws IOException, Connection.NotStarted {
        try (InputStream content = Files.newInputStream(local)) {
            CommandResult written = command("cat > " + quoted(staging)).on(session, content);
            if (!written.succeeded()) {
                throw SshFault.file(machine, written.errorOutput().strip(), null);
            }
        }
    }

    private RemoteCommand command(String text) {
        return new RemoteCommand(machine, text, openTimeout, timeout);
    }

    private static String quoted(String word) {
        return ShellWord.quoted(word);
    }
}
