/**
 * Owns the shared part of adapters that run scripts on hosts over SSH: how a call is sent, its faults, and the parsing of its output.
 * Must not know containers or virtual machines; each adapter adds its own scripts to the shared ones.
 * Start reading at {@link ScriptedAdapter}.
 */
package org.caravan.adapter.node;
