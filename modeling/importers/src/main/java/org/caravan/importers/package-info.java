/**
 * Owns the door in for what was described elsewhere: tells the format of files and hands them to its importer.
 * Must not know the server, the parser of our language, nor where the text goes.
 */
package org.caravan.importers;
