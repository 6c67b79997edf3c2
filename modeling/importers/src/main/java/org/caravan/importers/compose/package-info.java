/**
 * Owns the import of Docker Compose files (https://github.com/compose-spec/compose-spec): short and long forms, variables with defaults.
 * Must not know other formats.
 * Start with {@link ComposeFile}.
 */
package org.caravan.importers.compose;
