package org.caravan.adapter.aws;

import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Image;

/** Disk image of a machine. */
record DiskImage(String id, String rootDevice) {

    /** @param name image id or name; if several images have the name, the newest is used */
    static DiskImage find(AwsAccount account, String name) {
        boolean isId = name.matches("ami-[0-9a-f]+");
        try {
            List<Image> found = account.ec2().describeImages(request -> request
                    .filters(AwsNames.filter(isId ? "image-id" : "name", name), AwsNames.filter("state", "available"))).images();
            Image image = found.stream().max(Comparator.comparing(Image::creationDate))
                    .orElseThrow(() -> unknown(account, name));
            return new DiskImage(image.imageId(), image.rootDeviceName());
        } catch (SdkException e) {
            if (AwsRefusal.code(e).startsWith("InvalidAMIID")) {
                throw unknown(account, name);
            }
            throw AwsRefusal.of(account.where, "find the image", e);
        }
    }

    private static RuntimeException unknown(AwsAccount account, String name) {
        return AwsFault.unknown("image", name, account.where,
                "use the id of an image of this region, as ami-0123456789abcdef0, or its full name");
    }
}
