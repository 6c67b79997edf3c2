/**
 * Owns writing records as text of the Caravan language, which parses to equal records; canonical texts (upperware/problem) are never
 * parsed.
 * Must not know the parser or the destination of the text.
 * Start with {@link ModelText}.
 */
package org.caravan.writer;
