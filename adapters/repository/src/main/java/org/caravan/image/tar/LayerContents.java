package org.caravan.image.tar;

/**
 * Facts about a checked layer.
 *
 * @param packedDigest SHA-256 of the file, 64 hexadecimal digits
 * @param tarDigest SHA-256 of the tar in it, 64 hexadecimal digits
 * @param tarBytes size of that tar, in bytes
 * @param diskBytes unpacked size on disk in bytes, in whole blocks of 4 KiB
 * @param entries number of files, folders, links and deletions
 * @param privileged number of files with the set-user-ID or set-group-ID bit, which nodes remove
 */
public record LayerContents(String packedDigest, String tarDigest, long tarBytes, long diskBytes, int entries, int privileged) {}
