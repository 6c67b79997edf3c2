/**
 * Owns containers of LXC on hosts that answer SSH: small scripts sent to the host, nothing of ours installed there.
 * What is ours is read from the host each time; nothing is remembered here.
 * Must not know of plans, or why a copy is wanted.
 */
package org.caravan.adapter.lxc;
