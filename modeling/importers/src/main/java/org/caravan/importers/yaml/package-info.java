/**
 * Owns reading YAML as a tree that knows lines and remembers which keys nobody asked for.
 * Must not know what the keys mean.
 */
package org.caravan.importers.yaml;
