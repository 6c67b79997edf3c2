import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Answers each request with the name of its copy. */
public final class Hello {

    public static void main(String[] arguments) throws IOException {
        byte[] answer = ("Hello from " + System.getenv("CARAVAN_INSTANCE") + "\n").getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(System.getenv("PORT"))), 0);
        server.createContext("/", request -> {
            request.sendResponseHeaders(200, answer.length);
            request.getResponseBody().write(answer);
            request.close();
        });
        server.start();
    }
}
