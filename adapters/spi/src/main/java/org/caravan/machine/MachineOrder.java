package org.caravan.machine;

/**
 * An order of a machine.
 *
 * @param offer name of a {@link MachineOffer}
 * @param image disk image, by the provider's name or id
 * @param publicKey key that may log in as root (or as the image's user), in OpenSSH one-line format
 * @param firstBoot user data: a shell script run as root on first boot; contains no secret of later use; empty for none
 */
public record MachineOrder(MachineLabel label, String offer, String image, String publicKey, String firstBoot) {}
