/**
 * Owns virtual machines of QEMU's machine type microvm on hosts with SSH; each boots one kernel image. State is read from the host.
 * Must not know plans, or why a copy is wanted.
 * Start reading at {@link MicrovmAdapter}.
 */
package org.caravan.adapter.microvm;
