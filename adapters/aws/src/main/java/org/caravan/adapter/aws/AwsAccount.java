package org.caravan.adapter.aws;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import org.caravan.adapter.EndpointGate;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** Clients for the services of one region with one access key. Ignores profiles and environment variables of the server's user. */
final class AwsAccount implements AutoCloseable {

    final RegionLabel where;
    final AccessKey key;
    private final EndpointGate gate;
    private final SdkHttpClient http;
    private final Ec2Client ec2;
    final ServiceQuotas quotas;
    final Offers offers;

    AwsAccount(RegionLabel where, AccessKey key, AwsSettings settings) {
        gate = settings.gate();
        gate.pass("aws", where.effectiveEndpoint().toString());
        this.where = where;
        this.key = key;
        http = new BoundedHttp(UrlConnectionHttpClient.builder().socketTimeout(settings.timeout())
                .connectionTimeout(settings.timeout().dividedBy(3)).build(), settings.timeout());
        quotas = new ServiceQuotas(where, key, settings, http);
        ec2 = configured(Ec2Client.builder(), settings.timeout()).httpClient(http).build();
        offers = new Offers(this, settings);
    }

    private <B extends AwsClientBuilder<B, ?>> B configured(B builder, Duration timeout) {
        ProfileFile none = ProfileFile.builder().content(new ByteArrayInputStream(new byte[0])).type(ProfileFile.Type.CONFIGURATION)
                .build();
        builder.region(Region.of(where.region()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret())))
                .overrideConfiguration(override -> override.defaultProfileFile(none).apiCallTimeout(timeout)
                        .retryStrategy(RetryMode.STANDARD));
        where.endpoint().ifPresent(endpoint -> builder.endpointOverride(URI.create(endpoint.toString())));
        return builder;
    }

    /** @param doing description of the request for a message: {@code list machines} */
    <T> T ask(String doing, Function<Ec2Client, T> call) {
        gate.pass("aws", where.effectiveEndpoint().toString());
        try {
            return call.apply(ec2);
        } catch (SdkException e) {
            throw AwsRefusal.of(where, doing, e);
        }
    }

    /** For callers that handle refusals themselves. */
    Ec2Client ec2() {
        gate.pass("aws", where.effectiveEndpoint().toString());
        return ec2;
    }

    @Override
    public void close() {
        ec2.close();
        http.close(); // the EC2 client does not close a shared HTTP client
    }
}
