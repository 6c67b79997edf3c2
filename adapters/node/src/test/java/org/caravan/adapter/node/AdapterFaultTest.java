package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.adapter.AdapterFault;
import org.junit.jupiter.api.Test;

/** What a host or a control plane says is part of a message, whichever adapter makes it. */
class AdapterFaultTest {

    @Test
    void whatAPeerSaysControlsNoTerminalAndIsBounded() {
        String hostile = "\u001b]0;owned\u0007 \u202e\u0000" + "x".repeat(1_000_000);
        AdapterFault fault = new AdapterFault(AdapterFault.Kind.FAILED,
                "The cloud (openstack) could not order: " + hostile + ".\nMaybe repeat it later.");
        assertThat(fault.getMessage()).startsWith("The cloud (openstack) could not order:").contains("]0;owned")
                .endsWith("\nMaybe repeat it later.")
                .doesNotContain("\u001b", "\u0007", "\u202e", "\u0000").hasSizeLessThan(5_000);
    }

    @Test
    void aMessageOfOursIsAsItWasWritten() {
        assertThat(new AdapterFault(AdapterFault.Kind.UNREACHABLE, "The host (pi-1) does not answer: größer\t→ ok.\nMaybe look at it."))
                .hasMessage("The host (pi-1) does not answer: größer\t→ ok.\nMaybe look at it.");
    }
}
