package org.caravan.adapter.aws;

import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.checked.ProviderAnswer;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Maps Amazon's errors to fault kinds. Error codes decide, not the HTTP status: a region without capacity answers 500 and must not
 * be retried immediately; a throttled call answers 503 and must be retried.
 */
final class AwsRefusal {

    private static final Set<String> IDENTITY = Set.of("AuthFailure", "InvalidClientTokenId", "SignatureDoesNotMatch",
            "IncompleteSignature",
            "MissingAuthenticationToken", "ExpiredToken", "ExpiredTokenException", "RequestExpired", "UnrecognizedClientException",
            "InvalidSignatureException", "InvalidAccessKeyId", "Blocked", "OptInRequired", "PendingVerification");
    private static final Set<String> PERMISSION = Set.of("UnauthorizedOperation", "AccessDenied", "AccessDeniedException",
            "OperationNotPermitted");
    private static final Set<String> THROTTLE = Set.of("RequestLimitExceeded", "Throttling", "ThrottlingException", "EC2ThrottledException",
            "TooManyRequestsException", "SlowDown");
    private static final Set<String> ROOM = Set.of("InsufficientInstanceCapacity", "InsufficientHostCapacity", "InsufficientCapacity",
            "InsufficientAddressCapacity", "InsufficientFreeAddressesInSubnet", "InsufficientReservedInstanceCapacity", "Unsupported",
            "InsufficientVolumeCapacity", "InstanceCreditSpecification.NotSupported", "RulesPerSecurityGroupLimitExceeded");

    private static final int UNAUTHORIZED = 401;

    private AwsRefusal() {}

    static AdapterFault of(RegionLabel where, String doing, SdkException thrown) {
        if (!(thrown instanceof AwsServiceException refusal)) {
            return unanswered(where, doing, thrown);
        }
        String code = code(thrown);
        String said = refusal.awsErrorDetails() == null || refusal.awsErrorDetails().errorMessage() == null
                ? "it answered " + refusal.statusCode() : refusal.awsErrorDetails().errorMessage().replaceAll("\\s+", " ");
        if (IDENTITY.contains(code) || refusal.statusCode() == UNAUTHORIZED) {
            return AwsFault.refused(where, thrown);
        }
        if (PERMISSION.contains(code)) {
            return AwsFault.forbidden(where, doing, thrown);
        }
        if (THROTTLE.contains(code)) {
            return AwsFault.throttled(where, doing, thrown);
        }
        if (ROOM.contains(code) || code.endsWith("LimitExceeded") || code.endsWith("LimitReached")) {
            return AwsFault.noRoom(where, doing, said, thrown);
        }
        return AwsFault.failed(where, doing, said, thrown);
    }

    /** Without an answer of EC2 there may have been one of something else, or one beyond the limits. */
    private static AdapterFault unanswered(RegionLabel where, String doing, SdkException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) { // the SDK copies what it passes on
            if (cause instanceof ProviderAnswer.Beyond beyond) {
                return beyond.late() ? AwsFault.unreachable(where, doing, thrown)
                        : AwsFault.failed(where, doing, beyond.getMessage(), thrown);
            }
        }
        String message = String.valueOf(thrown.getMessage());
        return message.contains("parse XML") || message.startsWith("Unable to unmarshall")
                ? AwsFault.failed(where, doing, "its answer is not one of EC2", thrown) : AwsFault.unreachable(where, doing, thrown);
    }

    static boolean isUnknownOffer(SdkException thrown) {
        return code(thrown).startsWith("InvalidInstanceType")
                || code(thrown).equals("InvalidParameterValue") && thrown.getMessage().contains("InstanceType");
    }

    /** Error code as in Amazon's reference; empty if there was no answer. */
    static String code(SdkException thrown) {
        return thrown instanceof AwsServiceException refusal && refusal.awsErrorDetails() != null
                && refusal.awsErrorDetails().errorCode() != null ? refusal.awsErrorDetails().errorCode() : "";
    }
}
