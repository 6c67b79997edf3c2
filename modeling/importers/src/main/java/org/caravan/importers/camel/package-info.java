/**
 * Owns the import of CAMEL models (https://gitlab.ow2.org/melodic/camel, versions 2.x and 3.0; unrelated to Apache Camel); unknown
 * statements are listed.
 * Must not know other formats.
 * Start with {@link CamelFiles}.
 */
package org.caravan.importers.camel;
