/**
 * Owns commands and uploads to machines over SSH, for adapters and probes: persistent connections, pinned host keys, credentials by name.
 * Must not know the purpose of the commands.
 * Start reading at {@link Shell} and {@link SshShell}.
 */
package org.caravan.ssh;
