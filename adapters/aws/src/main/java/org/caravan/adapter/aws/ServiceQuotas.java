package org.caravan.adapter.aws;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.caravan.adapter.EndpointGate;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the only required method of Amazon's Service Quotas. Uses the signer and transport of the EC2 client, to avoid another
 * client of 2 MB.
 */
final class ServiceQuotas {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final RegionLabel where;
    private final AccessKey key;
    private final SdkHttpClient http;
    private final URI endpoint;
    private final EndpointGate gate;

    ServiceQuotas(RegionLabel where, AccessKey key, AwsSettings settings, SdkHttpClient http) {
        this.where = where;
        this.key = key;
        this.http = http;
        endpoint = where.endpoint().orElseGet(() -> URI.create(where.effectiveEndpoint().toString().replace("//ec2.", "//servicequotas.")));
        gate = settings.gate();
        gate.pass("aws", endpoint.toString());
    }

    /** @return empty if the key may not read the quota or the service does not answer; callers must handle an unknown quota */
    OptionalInt ec2(String code) {
        gate.pass("aws", endpoint.toString());
        try {
            HttpExecuteResponse response = http.prepareRequest(signed("{\"ServiceCode\":\"ec2\",\"QuotaCode\":\"" + code + "\"}")).call();
            if (!response.httpResponse().isSuccessful() || response.responseBody().isEmpty()) {
                response.responseBody().ifPresent(body -> body.abort());
                return OptionalInt.empty();
            }
            try (var body = response.responseBody().get()) {
                JsonNode value = JSON.readTree(body.readAllBytes()).path("Quota").path("Value");
                return value.isNumber() ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, Math.round(value.asDouble())))
                        : OptionalInt.empty();
            }
        } catch (IOException | SdkException | JacksonException e) {
            return OptionalInt.empty();
        }
    }

    private HttpExecuteRequest signed(String body) {
        SdkHttpRequest request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(endpoint).encodedPath("/")
                .putHeader("Content-Type", "application/x-amz-json-1.1").putHeader("X-Amz-Target", "ServiceQuotasV20190624.GetServiceQuota")
                .build();
        SignedRequest signed = AwsV4HttpSigner.create().sign(sign -> sign.identity(AwsCredentialsIdentity.create(key.id(), key.secret()))
                .request(request).payload(ContentStreamProvider.fromString(body, StandardCharsets.UTF_8))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "servicequotas")
                .putProperty(AwsV4HttpSigner.REGION_NAME, where.region()));
        return HttpExecuteRequest.builder().request(signed.request()).contentStreamProvider(signed.payload().orElse(null)).build();
    }
}
