package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Images in and out, as a client does it. */
class ImageTest {

    private final Client client = Server.shared().client;

    private static byte[] tree(String content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry entry = new TarArchiveEntry("bin/web");
            entry.setSize(content.length());
            tar.putArchiveEntry(entry);
            tar.write(content.getBytes(StandardCharsets.UTF_8));
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(content);
        }
        return bytes.toByteArray();
    }

    private JsonNode announce(String format, byte[] file, String name) {
        return client.expect(200, "POST", "image-uploads",
                Json.write(Map.of("format", format, "size", file.length, "digest", "sha256:" + Digest.of(file),
                "name", name, "architecture", "arm64", "start", List.of("/bin/web"), "environment", Map.of("A", "1"))));
    }

    private JsonNode send(String id, long offset, byte[] piece, int status) {
        HttpResponse<String> response = client.send(client.request("image-uploads/" + id, "PATCH", null)
                .setHeader("Content-Type", "application/octet-stream").header("Upload-Offset", Long.toString(offset))
                .header("Authorization", "Bearer " + client.token).method("PATCH", BodyPublishers.ofByteArray(piece)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return Json.mapper().readTree(response.body());
    }

    private void upload(String format, byte[] file, String name) {
        String id = announce(format, file, name).path("id").asString();
        send(id, 0, file, 200);
        client.expect(200, "POST", "image-uploads/" + id + "/completion", "");
    }

    @Test
    void aNumberIsNoKindOfImage() {
        client.expect(400, "PUT", "images/in/number",
                "{\"kind\":0,\"architecture\":\"arm64\",\"layers\":[],\"start\":[],\"environment\":{}}");
    }

    @Test
    void aTarballComesInPiecesGoesOnAfterABreakAndGoesOutAsAnArchive() throws Exception {
        byte[] file = gzip(tree("x".repeat(1000)));
        String id = announce("rootfs", file, "in/pieces").path("id").asString();
        send(id, 0, Arrays.copyOf(file, 50), 200);
        assertThat(send(id, 10, new byte[5], 409).path("code").asString()).isEqualTo("other-offset");
        assertThat(client.expect(409, "POST", "image-uploads/" + id + "/completion", "").path("code").asString())
                .isEqualTo("incomplete-upload");
        JsonNode again = announce("rootfs", file, "in/pieces");
        assertThat(again.path("offset").asLong()).isEqualTo(50);
        send(again.path("id").asString(), 50, Arrays.copyOfRange(file, 50, file.length), 200);
        JsonNode made = client.expect(200, "POST", "image-uploads/" + id + "/completion", "");
        assertThat(made.path("images").path(0).path("name").asString()).isEqualTo("in/pieces");
        JsonNode image = client.get("images/in/pieces?hosts=true");
        assertThat(image.path("images").path(0).path("architecture").asString()).isEqualTo("arm64");
        assertThat(image.path("images").path(0).path("digest").asString()).isEqualTo(made.path("images").path(0).path("digest").asString());
        assertThat(client.get("images").findValuesAsString("name")).contains("in/pieces");
        HttpResponse<byte[]> archive = client.send(client.request("image-archives/in/pieces", "GET", null)
                .header("Authorization", "Bearer " + client.token), BodyHandlers.ofByteArray());
        assertThat(archive.statusCode()).isEqualTo(200);
        upload("oci", archive.body(), "in/again");
        assertThat(client.get("images/in/again").path("images").path(0).path("start").path(0).asString()).isEqualTo("/bin/web");
        client.expect(200, "DELETE", "images/in/pieces", null);
        client.expect(200, "DELETE", "images/in/again", null);
        assertThat(client.expect(404, "GET", "images/in/pieces", null).path("code").asString()).isEqualTo("unknown-image");
        assertThat(client.expect(200, "POST", "image-collections", "{\"hosts\": true, \"unusedHours\": 0}").path("layers"))
                .as("a layer of a moment ago may be on its way into an image").isEmpty();
    }

    @Test
    void aTreeBecomesTheTopmostLayerOnAnotherImage() throws Exception {
        upload("rootfs", tree("of the base"), "below/base");
        byte[] file = gzip(tree("on top"));
        Map<String, Object> order = Map.of("format", "rootfs", "size", file.length, "digest", "sha256:" + Digest.of(file), "name",
                "on/base", "start", List.of(), "environment", Map.of("B", "2"), "base", "below/base");
        String id = client.expect(200, "POST", "image-uploads", Json.write(order)).path("id").asString();
        send(id, 0, file, 200);
        client.expect(200, "POST", "image-uploads/" + id + "/completion", "");
        JsonNode below = client.get("images/below/base").path("images").path(0);
        JsonNode above = client.get("images/on/base").path("images").path(0);
        assertThat(above.path("architecture").asString()).isEqualTo("arm64");
        assertThat(above.path("start")).isEqualTo(below.path("start"));
        assertThat(above.path("environment").toString()).contains("\"A\":\"1\"", "\"B\":\"2\"");
        assertThat(above.path("layers").size()).isEqualTo(2);
        assertThat(above.path("layers").path(0).path("digest")).isEqualTo(below.path("layers").path(0).path("digest"));
        Map<String, Object> unknown = new HashMap<>(order);
        unknown.put("base", "none/such");
        assertThat(client.expect(404, "POST", "image-uploads", Json.write(unknown)).path("code").asString()).isEqualTo("unknown-image");
        unknown.putAll(Map.of("base", "below/base", "format", "oci"));
        assertThat(client.expect(422, "POST", "image-uploads", Json.write(unknown)).path("code").asString()).isEqualTo("refused-image");
        client.expect(200, "DELETE", "images/on/base", null);
        client.expect(200, "DELETE", "images/below/base", null);
    }

    /** A file of it would be the disk of the node that it comes to: finding C2 of the review of November 2026. */
    @Test
    void aLayerWithADeviceIsRefusedAndNotKept() {
        byte[] layer = Zstd.compress(new RawTar().add(RawTar.device('4', "own-node-disk", 7, 6)).ended());
        String id = announce("layer", layer, "unread").path("id").asString();
        send(id, 0, layer, 200);
        JsonNode refused = client.expect(422, "POST", "image-uploads/" + id + "/completion", "");
        assertThat(refused.path("code").asString()).isEqualTo("refused-image");
        assertThat(refused.path("detail").asString()).contains("the entry (own-node-disk) is a device");
        client.expect(404, "GET", "image-layers/sha256:" + Digest.of(layer), null);
    }

    @Test
    void layersGoOnceAndAnImageIsMadeOfThem() throws Exception {
        byte[] layer = Zstd.compress(tree("in a layer"));
        String digest = "sha256:" + Digest.of(layer);
        assertThat(client.expect(404, "GET", "image-layers/" + digest, null).path("code").asString()).isEqualTo("unknown-layer");
        String manifest = Json.write(Map.of("kind", "container", "architecture", "amd64", "layers", List.of(Map.of("digest", digest)),
                "start", List.of("/bin/web"), "environment", Map.of()));
        client.expect(404, "PUT", "images/of/layers", manifest);
        upload("layer", layer, "unread");
        assertThat(client.get("image-layers/" + digest).path("size").asLong()).isEqualTo(layer.length);
        for (String hostile : List.of("a\0b", "x\n" + "A".repeat(20_000) + " 1 9\ntouch /x\n" + "\0".repeat(16_000), "\u001b[2J",
                "\u202e")) {
            for (Map<String, Object> with : List.<Map<String, Object>>of(Map.of("start", List.of("/bin/web", hostile)),
                    Map.of("environment", Map.of("A", hostile)),
                    Map.of("environment", Map.of("A" + hostile, "1")))) {
                Map<String, Object> body = new HashMap<>(Map.of("kind", "container", "architecture", "amd64", "layers",
                        List.of(Map.of("digest", digest)),
                        "start", List.of("/bin/web"), "environment", Map.of()));
                body.putAll(with);
                JsonNode refused = client.expect(400, "PUT", "images/of/layers", Json.write(body));
                assertThat(refused.path("code").asString()).isEqualTo("bad-request");
                assertThat(refused.path("detail").asString()).contains("has a character that no text may have: U+")
                        .doesNotContain("\0", "\u001b");
            }
        }
        client.put("images/of/layers", manifest);
        HttpResponse<byte[]> part = client.send(client.request("image-layers/" + digest + "/content", "GET", null)
                .header("Authorization", "Bearer " + client.token).header("Range", "bytes=10-19"), BodyHandlers.ofByteArray());
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(layer, 10, 20));
        client.expect(200, "DELETE", "images/of/layers", null);
    }

    @Test
    void whatIsNotWhatWasAnnouncedIsRefused() throws Exception {
        byte[] file = tree("true");
        String id = announce("rootfs", file, "not/so").path("id").asString();
        byte[] changed = file.clone();
        changed[600] ^= 1;
        send(id, 0, changed, 200);
        JsonNode refused = client.expect(422, "POST", "image-uploads/" + id + "/completion", "");
        assertThat(refused.path("code").asString()).isEqualTo("refused-image");
        assertThat(refused.path("detail").asString()).contains("arrived with the digest");
        client.expect(404, "GET", "image-uploads/" + id, null);
        String large = Json.write(Map.of("format", "oci", "size", 1L << 50, "digest", "sha256:" + "0".repeat(64), "start", List.of(),
                "environment", Map.of()));
        assertThat(client.expect(413, "POST", "image-uploads", large).path("code").asString()).isEqualTo("image-too-large");
        String other = announce("zip", file, "not/so").path("id").asString();
        send(other, 0, file, 200);
        assertThat(client.expect(422, "POST", "image-uploads/" + other + "/completion", "").path("suggestion").asString())
                .contains("use one of [oci");
    }
}
