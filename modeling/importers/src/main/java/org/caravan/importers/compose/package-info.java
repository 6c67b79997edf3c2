/**
 * Owns what Docker Compose files mean (https://github.com/compose-spec/compose-spec): their short and long forms, variables
 * with defaults, and what of them a model can say.
 */
package org.caravan.importers.compose;
