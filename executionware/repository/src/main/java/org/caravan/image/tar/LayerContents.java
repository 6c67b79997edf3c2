package org.caravan.image.tar;

/**
 * What a layer that was checked holds.
 *
 * @param packedDigest SHA-256 of the file, 64 hexadecimal digits
 * @param tarDigest SHA-256 of the tar within, 64 hexadecimal digits
 * @param tarBytes size of that tar
 * @param diskBytes what it takes unpacked, in whole blocks of 4 KiB
 * @param entries files, folders, links and deletions
 * @param privileged files with the set-user-ID or set-group-ID bit, which nodes take away
 */
public record LayerContents(String packedDigest, String tarDigest, long tarBytes, long diskBytes, int entries, int privileged) {}
