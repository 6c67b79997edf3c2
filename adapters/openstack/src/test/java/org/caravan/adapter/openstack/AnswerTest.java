package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.adapter.AdapterFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

    private static final RegionLabel WHERE = new RegionLabel("http://127.0.0.1:5000/v3", "RegionOne", "ours");

    /** Bodies as OpenStack's services write them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        401 | {"error": {"code": 401, "message": "The request you have made requires authentication.", "title": "Unauthorized"}} \
        | UNTRUSTED   | ours
        403 | {"forbidden": {"code": 403, "message": "Quota exceeded for instances: Requested 1, but already used 0"}}           \
        | NO_CAPACITY | Quota exceeded for instances
        403 | {"forbidden": {"code": 403, "message": "Policy doesn't allow this to be performed."}}                              \
        | UNTRUSTED   | Policy doesn't allow
        409 | {"NeutronError": {"type": "OverQuota", "message": "Quota exceeded for resources: ['port'].", "detail": ""}}        \
        | NO_CAPACITY | ['port']
        409 | {"NeutronError": {"type": "IpAddressGenerationFailure", "message": "No more IP addresses available.", "detail": ""}} \
        | NO_CAPACITY | No more IP
        409 | {"conflictingRequest": {"code": 409, "message": "Cannot 'stop' instance while it is in vm_state building"}}         \
        | FAILED      | while it is
        429 | {"overLimit": {"code": 429, "message": "This request was rate-limited."}}                                          \
        | THROTTLED   | rate-limited
        500 | {"computeFault": {"code": 500, "message": "Unexpected API Error."}}                                                \
        | FAILED      | Unexpected API Error
        502 | <html>Bad Gateway</html>                                                                                           \
        | FAILED      | Bad Gateway
        503 |  ''                                                                                                                \
        | FAILED      | nothing
        """)
    void theKindFollowsWhatTheServiceSaid(int status, String body, AdapterFault.Kind kind, String words) {
        AdapterFault fault = new Answer(status, body).fault(WHERE, "do it");
        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.getMessage()).contains(words, WHERE.endpoint(), "\nMaybe ").doesNotContain("..");
    }
}
