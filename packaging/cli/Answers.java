import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Answers the client while it is watched for the classes that it loads: without an answer it would load none that read one. Prints
 * its address on loopback and ends with its input. No server of Caravan's, which would have to be built and started for it.
 */
final class Answers {

    private static final String LIST =
            "[{\"name\":\"shop\",\"version\":\"1.0\",\"state\":\"RUNNING\"},{\"name\":\"other\",\"version\":\"1.0\","
            + "\"state\":\"RUNNING\"}]";

    /** A planning, its plan, an application and a deployment in one: no field is of two of them. */
    private static final String REST =
            "{\"id\":\"0123456789abcdef\",\"state\":\"DONE\",\"planId\":\"0123456789abcdef\",\"deploymentId\":\"1\","
            + "\"outcome\":\"PLANNED\",\"changes\":true,"
            + "\"diffText\":\"+ "
                    + "a\",\"stepsText\":\"a\",\"reportText\":\"a\",\"steps\":[],\"points\":150,\"simulated\":true,\"accepted\":true,"
                    + "\"applications\":[\"shop\"]}";

    private Answers() {}

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = (exchange.getRequestURI().getPath().endsWith("/applications") ? LIST : REST).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
        System.in.readAllBytes();
        server.stop(0);
    }
}
