/**
 * Owns file writes that survive a power cut: after a method returns, nothing is lost; before, the former content remains.
 * Must not know what the files contain. Every module that keeps files uses this package; a test in {@code boundaries} rejects other
 * writes.
 * Start reading at {@link DurableFiles}.
 */
package org.caravan.durable;
