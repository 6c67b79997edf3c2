/**
 * Owns how images come in and go out as files of others: OCI archives (also as Docker saves and loads them), tarballs of
 * a file tree, kernels. What comes in is not trusted: sizes are bounded, digests checked, names kept inside the tree.
 * Must not know who sent a file.
 */
package org.caravan.image.archive;
