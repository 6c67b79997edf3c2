/**
 * Owns LXC containers on hosts with SSH, controlled by scripts without installed agents; state is read from the host each time.
 * Must not know plans, or why a copy is wanted.
 * Start reading at {@link LxcAdapter}; node preparation starts at {@link NodeWork}.
 */
package org.caravan.adapter.lxc;
