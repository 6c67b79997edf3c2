package org.caravan.machine;

/**
 * A machine to be rented.
 *
 * @param offer name of a {@link MachineOffer}
 * @param image of its disk, by the provider's name or id
 * @param publicKey who may log in as root (or the image's user), in OpenSSH's one-line form
 * @param firstBoot user data: a shell script, run as root on first boot; holds no secret that is of use later; empty for none
 */
public record MachineOrder(MachineLabel label, String offer, String image, String publicKey, String firstBoot) {}
