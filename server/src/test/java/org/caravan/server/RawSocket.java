package org.caravan.server;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket (RFC 6455) by its frames, so that a test can send what no client library sends, and see each code of a close: Java's own
 * client takes 1012 to 1014 for errors of the protocol and never tells its listener.
 */
final class RawSocket implements AutoCloseable {

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    /** The connection ended without a close. */
    static final int ABNORMAL = 1006;

    private static final int LIMIT_MS = 120_000;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    /** Of the answer to the handshake; 101 if the socket is open. */
    final int status;

    record Frame(int operation, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    RawSocket(URI base, String path, String token) throws IOException {
        socket = new Socket(base.getHost(), base.getPort());
        socket.setSoTimeout(LIMIT_MS);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        out.write(("GET " + path + " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\nOrigin: " + base + "\r\nAuthorization: Bearer "
                + token
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                        + "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        status = Integer.parseInt(head.substring(9, 12));
    }

    void text(String text) throws IOException {
        send(TEXT, true, text.getBytes(StandardCharsets.UTF_8));
    }

    void send(int operation, boolean last, byte[] body) throws IOException {
        header(operation, last, body.length, true);
        out.write(body); // its mask is zero
        out.flush();
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The head of a frame that says it has so many bytes. */
    void header(int operation, boolean last, long length, boolean masked) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(14).put((byte) ((last ? FINAL : 0) | operation));
        int mask = masked ? MASKED : 0;
        if (length < 126) {
            head.put((byte) (mask | (int) length));
        } else if (length < 1 << 16) {
            head.put((byte) (mask | 126)).putShort((short) length);
        } else {
            head.put((byte) (mask | 127)).putLong(length);
        }
        if (masked) {
            head.putInt(0);
        }
        out.write(head.array(), 0, head.position());
        out.flush();
    }

    Frame next() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
        return new Frame(first & 0xf, in.readNBytes((int) size));
    }

    /** Reads what comes until the server closes.
     * @return the code of its close, {@link #ABNORMAL} for none */
    int closed() throws IOException {
        try {
            while (true) {
                Frame frame = next();
                if (frame.operation() == CLOSE) {
                    return frame.body().length < 2 ? 1005 : ByteBuffer.wrap(frame.body()).getShort();
                }
            }
        } catch (EOFException | SocketException ended) {
            return ABNORMAL;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
