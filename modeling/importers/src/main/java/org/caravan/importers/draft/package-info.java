/**
 * Owns the application that an importer puts together, whatever it was read from: names that the language accepts, secrets by
 * name, what had to be assumed, what was not carried over, and stubs of what is to be added.
 * Must not know any format that is imported.
 */
package org.caravan.importers.draft;
