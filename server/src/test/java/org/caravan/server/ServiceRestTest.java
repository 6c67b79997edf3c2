package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Services from one request, and that nothing is left of a request that fails. */
class ServiceRestTest {

    private static final String GZIP = "application/gzip";
    private static final String OCTETS = "application/octet-stream";

    private final Client client = Server.shared().client;

    @TempDir
    Path folder;

    @BeforeEach
    void engines() throws Exception {
        byte[] tree = Files.readAllBytes(BuiltImage.rootFileSystem(folder.resolve("engine.tar")));
        for (String kind : new String[] {"web", "redis"}) {
            String id = client.expect(200, "POST", "image-uploads", Json.write(Map.of("format", "rootfs", "size", tree.length, "digest",
                    "sha256:" + Digest.of(tree), "name", "caravan/services/" + kind, "architecture", "amd64", "start",
                    new String[] {"/bin/start"}, "environment", Map.of()))).path("id").asString();
            assertThat(client.send(request("image-uploads/" + id, OCTETS).header("Upload-Offset", "0")
                    .method("PATCH", BodyPublishers.ofByteArray(tree))).statusCode()).isEqualTo(200);
            client.expect(200, "POST", "image-uploads/" + id + "/completion", "");
        }
    }

    @AfterEach
    void remove() {
        for (JsonNode image : client.get("images")) {
            if (image.path("name").asString().matches("caravan/services/.*")) {
                client.expect(200, "DELETE", "images/" + image.path("name").asString(), null);
            }
        }
    }

    private HttpRequest.Builder request(String path, String type) {
        return client.request(path, "GET", null).setHeader("Content-Type", type).header("Authorization", "Bearer " + client.token);
    }

    private JsonNode post(int status, String query, String type, byte[] body) {
        HttpResponse<String> answer = client.send(request("services?" + query, type).method("POST", BodyPublishers.ofByteArray(body)));
        assertThat(answer.statusCode()).as(query + ": " + answer.body()).isEqualTo(status);
        return Json.mapper().readTree(answer.body());
    }

    private static byte[] gzip(byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] site(String... more) throws Exception {
        RawTar tar = new RawTar().add(RawTar.folder("./")).file("./index.php", "<?php echo 1;").file("./.git/config", "secret");
        for (String path : more) {
            tar.file(path, "more");
        }
        return gzip(tar.ended());
    }

    private void assertNothingLeft(String name) {
        client.expect(404, "GET", "images/service/" + name, null);
        assertThat(client.get("secrets").findValuesAsString("name")).doesNotContain(name + "-password");
        assertThat(client.get("applications").findValuesAsString("name")).doesNotContain(name);
        assertThat(client.get("services").findValuesAsString("name")).doesNotContain(name);
    }

    @Test
    void aFolderBecomesAService() throws Exception {
        JsonNode created = post(201, "kind=web&name=rest-shop&file=site", GZIP, site());
        assertThat(created.path("image").asString()).isEqualTo("service/rest-shop");
        assertThat(created.path("imageIsNew").asBoolean()).isTrue();
        assertThat(created.path("architectures").toString()).isEqualTo("[\"amd64\"]");
        assertThat(created.path("model").asString()).contains("application rest-shop", "image \"service/rest-shop\"");
        assertThat(client.get("applications/rest-shop/model").path("files").path("rest-shop.caravan").asString())
                .isEqualTo(created.path("model").asString());
        JsonNode listed = client.get("services");
        assertThat(listed.toString()).contains("{\"name\":\"rest-shop\",\"kind\":\"web\",\"image\":\"service/rest-shop\"}");
        assertThat(post(409, "kind=web&name=rest-shop&file=site", GZIP, site()).path("code").asString()).isEqualTo("application-exists");
        assertThat(client.get("images/service/rest-shop").path("images").path(0).path("layers").size()).isEqualTo(2);
        client.expect(204, "DELETE", "applications/rest-shop/model", null);
        client.expect(200, "DELETE", "images/service/rest-shop", null);
        assertNothingLeft("rest-shop");
    }

    /** Plans compare names of images, so another content has another name, and the same content has the same name. */
    @Test
    void anUpdateReplacesModelAndImage() throws Exception {
        String order = "kind=web&name=rest-new&file=site&update=true";
        assertThat(post(201, order, GZIP, site()).path("image").asString()).isEqualTo("service/rest-new");
        JsonNode same = post(201, order, GZIP, site());
        assertThat(same.path("image").asString()).isEqualTo("service/rest-new");
        assertThat(same.path("imageIsNew").asBoolean()).isFalse();
        JsonNode other = post(201, order, GZIP, site("./new.txt"));
        String image = other.path("image").asString();
        assertThat(image).matches("service/rest-new\\.[0-9a-f]{12}");
        assertThat(other.path("imageIsNew").asBoolean()).isTrue();
        assertThat(client.get("services").toString()).contains("{\"name\":\"rest-new\",\"kind\":\"web\",\"image\":\"" + image + "\"}");
        assertThat(model("rest-new")).isEqualTo(other.path("model").asString()).contains("image \"" + image + "\"");
        assertThat(post(201, order, GZIP, site("./new.txt")).path("imageIsNew").asBoolean()).isFalse();

        post(422, order, GZIP, gzip(new RawTar().file("readme.txt", "no page").ended()));
        assertThat(post(409, "kind=redis&name=rest-new&update=true", OCTETS, new byte[0]).toString())
                .contains("application-exists", "is no service of kind redis");
        assertThat(post(409, "kind=web&name=rest-new&file=site", GZIP, site()).toString()).contains("update=true");
        assertThat(model("rest-new")).isEqualTo(other.path("model").asString());
        assertThat(client.get("images").findValuesAsString("name").stream().filter(name -> name.startsWith("service/rest-new")))
                .containsExactlyInAnyOrder("service/rest-new", image);
        removed("rest-new", image);
    }

    /** The image is replaced; what people changed in the model stays, and the answer says so. */
    @Test
    void anUpdateKeepsAModelThatPeopleChanged() throws Exception {
        String order = "kind=web&name=rest-own&file=site&update=true";
        JsonNode created = post(201, order, GZIP, site());
        assertThat(created.path("before").isEmpty()).isTrue();
        String own = created.path("model").asString().replace("replicas 1..3", "replicas 1..2");
        put("rest-own", own);
        JsonNode updated = post(201, order, GZIP, site("./new.txt"));
        String image = updated.path("image").asString();
        assertThat(updated.path("model").asString()).isEqualTo(own.replace("\"service/rest-own\"", "\"" + image + "\""))
                .isEqualTo(model("rest-own"));
        assertThat(updated.path("warnings").toString()).contains("model-kept");
        assertThat(updated.path("before").path("rest-own.caravan").asString()).isEqualTo(own);
        assertThat(updated.path("digest")).isEqualTo(client.get("applications/rest-own/model").path("digest"));
        removed("rest-own", image);
    }

    @Test
    void anUpdateOfAnUnchangedModelGivesTheGeneratedOneWithoutAWarning() throws Exception {
        String order = "kind=web&name=rest-same&file=site&update=true";
        String generated = post(201, order, GZIP, site()).path("model").asString();
        JsonNode updated = post(201, order, GZIP, site("./new.txt"));
        assertThat(updated.path("model").asString())
                .isEqualTo(generated.replace("\"service/rest-same\"", "\"" + updated.path("image").asString() + "\""));
        assertThat(updated.path("warnings").toString()).doesNotContain("model-kept");
        removed("rest-same", updated.path("image").asString());
    }

    /** The model changes while the upload arrives: the update is refused after its image is composed. */
    @Test
    void anUpdateOfAModelThatChangesMeanwhileLeavesNoImageUnlessItIsUsed() throws Exception {
        String order = "kind=web&name=rest-raced&file=site&update=true";
        String model = post(201, order, GZIP, site()).path("model").asString();
        String image = post(201, order, GZIP, site("./new.txt")).path("image").asString();
        put("rest-raced", model);
        client.expect(200, "DELETE", "images/" + image, null);

        String own = model.replace("replicas 1..3", "replicas 1..2");
        assertThat(postWhile(order, site("./new.txt"), () -> put("rest-raced", own)))
                .startsWith("HTTP/1.1 412").contains("changed-meanwhile");
        client.expect(404, "GET", "images/" + image, null);
        assertThat(model("rest-raced")).isEqualTo(own);

        String other = model.replace("\"service/rest-raced\"", "\"" + image + "\"");
        assertThat(postWhile(order, site("./new.txt"), () -> put("rest-raced", other))).startsWith("HTTP/1.1 412");
        client.expect(200, "GET", "images/" + image, null);
        removed("rest-raced", image);
    }

    /** The answer to an upload, of which the last byte is sent after the action. */
    private String postWhile(String order, byte[] body, Runnable action) throws Exception {
        try (Socket socket = new Socket(client.base.getHost(), client.base.getPort())) {
            OutputStream target = socket.getOutputStream();
            target.write(("POST /api/v1/services?" + order + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + GZIP
                    + "\r\nAuthorization: Bearer " + client.token + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            target.write(body, 0, body.length - 1);
            target.flush();
            await().until(() -> uploads() == 1);
            action.run();
            target.write(body, body.length - 1, 1);
            target.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void put(String name, String model) {
        client.put("applications/" + name + "/model", Json.write(Map.of("files", Map.of(name + ".caravan", model))));
    }

    private void removed(String name, String image) {
        client.expect(204, "DELETE", "applications/" + name + "/model", null);
        client.expect(200, "DELETE", "images/service/" + name, null);
        client.expect(200, "DELETE", "images/" + image, null);
        assertNothingLeft(name);
    }

    private String model(String name) {
        return client.get("applications/" + name + "/model").path("files").path(name + ".caravan").asString();
    }

    @Test
    void anUpdateOfAServiceThatKeepsDataIsRefused() {
        post(201, "kind=redis&name=rest-kept&update=true", OCTETS, new byte[0]);
        // Before the upload, which would be refused as well.
        assertThat(post(409, "kind=redis&name=rest-kept&file=dump.rdb&update=true", OCTETS, new byte[30]).path("code").asString())
                .isEqualTo("service-keeps-data");
        client.expect(204, "DELETE", "applications/rest-kept/model", null);
        client.expect(200, "DELETE", "images/service/rest-kept", null);
        client.expect(204, "DELETE", "secrets/rest-kept-password", null);
        assertNothingLeft("rest-kept");
    }

    @Test
    void aPasswordIsNewOnceAndStaysIfItExists() {
        byte[] nothing = new byte[0];
        JsonNode created = post(201, "kind=redis&name=rest-carts", OCTETS, nothing);
        assertThat(created.path("passwords").toString()).isEqualTo("[{\"secret\":\"rest-carts-password\",\"isNew\":true}]");
        client.expect(204, "DELETE", "applications/rest-carts/model", null);
        JsonNode again = post(201, "kind=redis&name=rest-carts", OCTETS, nothing);
        assertThat(again.path("passwords").path(0).path("isNew").asBoolean()).isFalse();
        assertThat(again.path("imageIsNew").asBoolean()).isFalse();
        client.expect(204, "DELETE", "applications/rest-carts/model", null);
        client.expect(200, "DELETE", "images/service/rest-carts", null);
        client.expect(204, "DELETE", "secrets/rest-carts-password", null);
        assertNothingLeft("rest-carts");
    }

    @Test
    void nothingIsLeftOfAnUploadThatIsRefused() throws Exception {
        byte[] noEntry = gzip(new RawTar().file("readme.txt", "no page").ended());
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, noEntry).toString()).contains("no-entry-point");
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, site("../../etc/passwd")).toString()).contains("upload-outside");
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, site("index.php")).path("code").asString())
                .isEqualTo("refused-image");
        byte[] below = gzip(new RawTar().file("index.php", "<?php").add(RawTar.link('2', "a", "b")).file("a/x", "").ended());
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, below).toString()).contains("upload-below-file");
        byte[] link = gzip(new RawTar().file("index.php", "<?php").add(RawTar.link('2', "up", "../../etc")).ended());
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, link).toString()).contains("upload-link-outside");
        byte[] device = gzip(new RawTar().file("index.php", "<?php").add(RawTar.device('4', "disk", 7, 6)).ended());
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, device).toString()).contains("upload-special-file");
        assertThat(post(422, "kind=web&name=rest-bad&file=site", GZIP, "no tar".getBytes(StandardCharsets.UTF_8)).path("code").asString())
                .isIn("refused-image", "rejected-input");
        assertThat(post(422, "kind=web&name=rest-bad", OCTETS, new byte[0]).toString()).contains("upload-missing");
        assertNothingLeft("rest-bad");
    }

    /** The image and the password exist already when the model is rejected. */
    @Test
    void nothingIsLeftOfAServiceWhoseModelIsRejected() {
        JsonNode refused = post(422, "kind=redis&name=rest-late&site=no%20where", OCTETS, new byte[0]);
        assertThat(refused.path("diagnostics").toString()).contains("rest-late.caravan");
        assertNothingLeft("rest-late");
    }

    /** The image of a removed application is put back if the new service fails. */
    @Test
    void anEarlierImageIsAsItWasIfTheServiceFails() {
        post(201, "kind=redis&name=rest-twice", OCTETS, new byte[0]);
        client.expect(204, "DELETE", "applications/rest-twice/model", null);
        String before = client.get("images/service/rest-twice").path("images").toString();
        byte[] snapshot = Arrays.copyOf("REDIS0010\u007f".getBytes(StandardCharsets.ISO_8859_1), 18);
        snapshot[9] = (byte) 0xff;
        post(422, "kind=redis&name=rest-twice&file=dump.rdb&site=no%20where", OCTETS, snapshot);
        assertThat(client.get("images/service/rest-twice").path("images").toString()).isEqualTo(before);
        post(201, "kind=redis&name=rest-twice&file=dump.rdb", OCTETS, snapshot);
        assertThat(client.get("images/service/rest-twice").path("images").toString()).isNotEqualTo(before);
        client.expect(204, "DELETE", "applications/rest-twice/model", null);
        client.expect(200, "DELETE", "images/service/rest-twice", null);
        client.expect(204, "DELETE", "secrets/rest-twice-password", null);
        assertNothingLeft("rest-twice");
    }

    @Test
    void bodiesOfOtherTypesAreRefused() {
        for (String type : new String[] {"foo", "text/plain", "application/gzip; charset=x y", "*/*;q=."}) {
            JsonNode refused = post(415, "kind=redis&name=rest-bad", type, new byte[1]);
            assertThat(refused.path("suggestion").asString()).as(type).contains(GZIP, OCTETS, "application/x-tar");
        }
        assertNothingLeft("rest-bad");
    }

    /** Two requests whose bodies do not arrive: the third of this token is refused, and their places are free again when they end. */
    @Test
    void aTokenHasTwoUploadsInProgressAtMost() throws Exception {
        List<Socket> begun = new ArrayList<>();
        try {
            for (String name : new String[] {"rest-slow-a", "rest-slow-b"}) {
                Socket socket = new Socket(client.base.getHost(), client.base.getPort());
                begun.add(socket);
                socket.getOutputStream().write(("POST /api/v1/services?kind=redis&name=" + name + " HTTP/1.1\r\nHost: x\r\nContent-Type: "
                        + OCTETS + "\r\nAuthorization: Bearer " + client.token + "\r\nContent-Length: 1000\r\n\r\nx")
                        .getBytes(StandardCharsets.US_ASCII));
            }
            await().until(() -> uploads() == 2);
            assertThat(post(409, "kind=redis&name=rest-slow-a", OCTETS, new byte[1]).toString())
                    .contains("created or updated by another request");
            assertThat(post(429, "kind=redis&name=rest-third", OCTETS, new byte[1]).toString())
                    .contains("too-many-uploads", "Already 2 uploads of services with this token");
            for (Socket socket : begun) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 408");
            }
        } finally {
            for (Socket socket : begun) {
                socket.close();
            }
        }
        assertThat(uploads()).isZero();
        assertThat(post(422, "kind=redis&name=rest-third&file=dump.rdb", OCTETS, new byte[30]).toString()).contains("snapshot-unreadable");
        assertNothingLeft("rest-slow-a");
    }

    /** Folders of uploads in progress. */
    private static long uploads() throws Exception {
        try (Stream<Path> all = Files.walk(Server.shared().data)) {
            return all.filter(path -> path.endsWith("body")).count();
        }
    }

    @Test
    void anOrderThatIsImpossibleIsRefusedBeforeItsUpload() {
        byte[] large = new byte[64 << 10];
        assertThat(post(422, "kind=wab&name=rest-bad", OCTETS, large).path("suggestion").asString()).contains("web, java");
        assertThat(post(409, "kind=java&name=rest-bad", OCTETS, large).path("code").asString()).isEqualTo("engine-missing");
        assertThat(post(422, "kind=redis&name=rest-bad&users=oslo=fast", OCTETS, large).toString()).contains("users-rate", "oslo=20");
        assertThat(post(422, "kind=redis&name=rest-bad&users=nowhere", OCTETS, large).path("code").asString()).isEqualTo("unknown-site");
        assertThat(post(422, "kind=redis&name=rest-bad&file=a/b", OCTETS, large).path("code").asString()).isEqualTo("upload-name");
        HttpResponse<String> keyed = client.send(request("services?kind=redis&name=rest-bad", OCTETS).header("Idempotency-Key", "1")
                .method("POST", BodyPublishers.noBody()));
        assertThat(keyed.body()).contains("idempotency-key-unfit");
        assertNothingLeft("rest-bad");
    }
}
