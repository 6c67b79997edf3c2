/**
 * Owns models of ours as texts of other formats.
 * Shows {@code CamelText}; {@code Main} is the command.
 * Must not know importers, whose tests read what is written here.
 */
package org.caravan.exporters;
