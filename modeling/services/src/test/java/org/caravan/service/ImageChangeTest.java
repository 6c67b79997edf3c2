package org.caravan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageChangeTest {

    private static final List<String> BOTH = List.of("amd64", "arm64");
    private static final List<String> ONE = List.of("amd64");

    private static ImageChange change(List<String> former, List<String> architectures) {
        return new ImageChange("service/shop", "service/shop.0a1b", former, architectures);
    }

    @Test
    void allFormsWithTheFormerImageGetTheNewOneAndNothingElseChanges() {
        String text = """
                component web { form container { image "service/shop"  cpu 1
                    arch amd64 | arm64 } }
                component lead { form container { image  "service/shop" arch amd64 } }
                component other { form container { image "service/shop.ffff"  arch amd64 | arm64 } }
                """;
        String expected = text.replace("\"service/shop\"", "\"service/shop.0a1b\"");
        assertThat(change(BOTH, BOTH).applied(text)).isEqualTo(expected);
        assertThat(change(List.of(), ONE).applied(text)).isEqualTo(expected);
        // The form with fewer architectures is as people wrote it.
        assertThat(change(BOTH, ONE).applied(text)).isEqualTo(expected.replace("cpu 1\n    arch amd64 | arm64", "cpu 1\n    arch amd64"));
        assertThat(change(ONE, BOTH).applied(text)).isEqualTo(expected.replace("arch amd64 }", "arch amd64 | arm64 }"));
        assertThat(change(BOTH, BOTH).applied(Map.of("a", text, "b", "area north { }"))).isEqualTo(Map.of("a", expected, "b",
                "area north { }"));
        assertThat(change(BOTH, BOTH).isIn(text)).isFalse();
        assertThat(change(BOTH, BOTH).isIn(expected)).isTrue();
    }

    /** So a model that nobody changed becomes the model of the new image. */
    @Test
    void aGeneratedModelBecomesTheGeneratedModelOfTheOtherImage() {
        for (ServiceKind kind : List.of(ServiceKind.WEB, ServiceKind.GENERIC)) {
            Service service = Services.draft(new ServiceRequest(kind, "shop", Optional.of(Uploads.folder(Map.of("index.html", "", "start",
                    "#!/bin/sh\n"))), List.of("simula"), List.of())).service().orElseThrow();
            assertThat(change(BOTH, ONE).applied(service.model(BOTH))).isEqualTo(service.as("service/shop.0a1b").model(ONE));
        }
    }

    @Test
    void commentsDoNotCount() {
        assertThat(ImageChange.sameApartFromComments("// a\nx\n", "  // b\nx\n")).isTrue();
        assertThat(ImageChange.sameApartFromComments("x\n", "y\n")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aKindKeepsDataIfItsComponentIsStateful(ServiceKind kind) {
        if (!kind.uploadRequired()) {
            String model = Services.draft(new ServiceRequest(kind, "shop", Optional.empty(), List.of(), List.of())).service().orElseThrow()
                    .model(ONE);
            assertThat(model.contains("component " + kind + " stateful")).isEqualTo(kind.stateful());
        } else {
            assertThat(kind.stateful()).as("an upload that is required can be replaced").isFalse();
        }
    }
}
