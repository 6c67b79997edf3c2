/**
 * Owns ready-made services: inspects an upload, and writes the model and the image layer of a service from it.
 * Must not know the server, image repositories or the grammar of the language; only {@link LocalUpload} reads files.
 * Start reading at {@link Services}.
 */
package org.caravan.service;
