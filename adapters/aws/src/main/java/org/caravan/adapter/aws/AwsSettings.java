package org.caravan.adapter.aws;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;
import org.caravan.unit.Bytes;

/**
 * Settings for access to EC2 and for new machines.
 *
 * @param credentials folder with one folder per name of credentials. The folder for EC2 contains the file {@code aws} (lines {@code
 *     aws_access_key_id =} and {@code aws_secret_access_key =}, as written by Amazon's tools), readable by its owner only. It may
 *     contain the file {@code prices} (lines {@code offer=euros per month}) with agreed prices
 * @param timeout of one request, after which the provider counts as unreachable
 * @param patience time limit for the deletion of a machine
 * @param disk size of each machine's disk
 * @param eurosPerDollar exchange rate for Amazon's prices
 * @param gate decides which endpoints may be contacted
 */
public record AwsSettings(
        Path credentials, Duration timeout, Duration patience, Bytes disk, double eurosPerDollar, EndpointGate gate) {

    public static AwsSettings of(Path credentials, EndpointGate gate) {
        return new AwsSettings(credentials, Duration.ofSeconds(30), Duration.ofMinutes(5), Bytes.ofMebi(30 * 1024), 0.92, gate);
    }
}
