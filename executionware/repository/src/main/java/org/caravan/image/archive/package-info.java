/**
 * Owns import and export of foreign image files: OCI archives (also of Docker), tarballs, kernels. Limits sizes, checks digests and
 * names.
 * Must not know who sent a file.
 * Start reading at {@link ImageImport} and {@link ImageExport}.
 */
package org.caravan.image.archive;
