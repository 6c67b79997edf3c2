package org.caravan.adapter.aws;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;
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
 * @param gate which endpoints are talked to
 */
public record AwsSettings(
        Path credentials, Duration timeout, Duration patience, Bytes disk, double eurosPerDollar, EndpointGate gate) {

    public static AwsSettings of(Path credentials, EndpointGate gate) {
        return new AwsSettings(credentials, Duration.ofSeconds(30), Duration.ofMinutes(5), Bytes.ofMebi(30 * 1024), 0.92, gate);
    }
}
