/**
 * Owns commands and files sent to machines over SSH: kept connections, pinned host keys, credentials by name.
 * Shared by whatever reaches machines that way, adapters and probes alike.
 * Must not know what the commands are for.
 */
package org.caravan.ssh;
