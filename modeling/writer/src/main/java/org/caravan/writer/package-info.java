/**
 * Owns the way back: application and infrastructure records as text of the Caravan language, which reads as the same records.
 * Not to be confused with canonical texts (upperware/problem), which are digested and never parsed.
 * Must not know the parser, nor where the text goes.
 */
package org.caravan.writer;
