package org.caravan.adapter.aws;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.caravan.unit.Bytes;

/**
 * How EC2 is reached and what it is asked for.
 *
 * @param credentials folder with one folder per name of credentials; EC2's holds the file {@code aws} (lines
 *     {@code aws_access_key_id =} and {@code aws_secret_access_key =}, as Amazon's tools write them), readable by its owner
 *     only, and may hold the file {@code prices} (lines {@code offer=euros per month}) where others were agreed
 * @param timeout of one request until the provider counts as unreachable
 * @param patience until a machine has left, after it was given back
 * @param disk of every machine
 * @param eurosPerDollar in which Amazon's prices are shown
 * @param mayReach which endpoints are talked to; tests allow those of this machine only
 */
public record AwsSettings(
        Path credentials, Duration timeout, Duration patience, Bytes disk, double eurosPerDollar, Predicate<URI> mayReach) {

    public static AwsSettings of(Path credentials) {
        return new AwsSettings(credentials, Duration.ofSeconds(30), Duration.ofMinutes(5), Bytes.ofMebi(30 * 1024), 0.92, endpoint -> true);
    }
}
