/**
 * Owns file writes that survive a power cut: after a method returns, nothing is lost; before, the former content remains.
 * Must not know what the files contain; a test in {@code boundaries} ensures that all other modules write files through it.
 * Start reading at {@link DurableFiles}.
 */
package org.caravan.durable;
