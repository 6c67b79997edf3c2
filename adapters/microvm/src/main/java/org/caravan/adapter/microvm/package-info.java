/**
 * Owns virtual machines of QEMU's machine type microvm on hosts that answer SSH: each boots one kernel, its image.
 * What is ours is read from the host each time; nothing is remembered here.
 * Must not know of plans, or why a copy is wanted.
 */
package org.caravan.adapter.microvm;
