/**
 * Owns import and export of foreign image files: OCI archives (also of Docker), tarballs, kernels; limits sizes and checks digests.
 * Must not know who sent a file.
 * Start reading at {@link ImageImport} and {@link ImageExport}.
 */
package org.caravan.image.archive;
