/**
 * Owns reading YAML as a tree with line numbers that records which keys were read.
 * Must not know the meaning of keys.
 * Start with {@link YamlText} and {@link YamlNode}.
 */
package org.caravan.importers.yaml;
