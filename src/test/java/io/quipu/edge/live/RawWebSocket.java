package io.quipu.edge.live;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.buffer.Buffer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket over a bare socket: sends exactly the given frames, and reads when it is told to. */
public final class RawWebSocket implements AutoCloseable {
  public static final int TEXT = 1;
  public static final int CONTINUATION = 0;
  static final int CLOSE = 8;
  public static final int PING = 9;
  static final int PONG = 10;

  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int RECEIVE_BUFFER = 4_096;
  private static final byte[] MASK = {1, 2, 3, 4};

  private final Socket socket = new Socket();
  private final DataInputStream in;

  /** A frame of the server, which masks nothing. */
  record Frame(int opcode, Buffer payload) {
    String text() {
      return payload.toString();
    }

    int closeCode() {
      return payload.getUnsignedShort(0);
    }
  }

  RawWebSocket(int port, String path) {
    try {
      socket.setReceiveBufferSize(RECEIVE_BUFFER);
      socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      in = new DataInputStream(socket.getInputStream());
      send(
          ("GET "
                  + path
                  + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                  + "Sec-WebSocket-Version: 13\r\n"
                  + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      while (!readLine().isEmpty()) {
        // the head of the answer
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("connection ended after: " + line);
      }
      line.append((char) c);
    }
    return line.toString().trim();
  }

  /** The bytes of a frame. */
  public static byte[] frame(int opcode, boolean isFinal, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
    frame.put((byte) (opcode | (isFinal ? FINAL : 0)));
    if (payload.length < 126) {
      frame.put((byte) (MASKED | payload.length));
    } else if (payload.length < 65_536) {
      frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
    } else {
      frame.put((byte) (MASKED | 127)).putLong(payload.length);
    }
    frame.put(MASK);
    for (int i = 0; i < payload.length; i++) {
      frame.put((byte) (payload[i] ^ MASK[i % MASK.length]));
    }
    byte[] bytes = new byte[frame.position()];
    frame.flip().get(bytes);
    return bytes;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Sends bytes; waits while the server does not read. */
  void send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  Frame receive() throws IOException {
    int opcode = in.readUnsignedByte() & 0xF;
    int length = in.readUnsignedByte();
    if (length == 126) {
      length = in.readUnsignedShort();
    } else if (length == 127) {
      length = (int) in.readLong();
    }
    return new Frame(opcode, Buffer.buffer(in.readNBytes(length)));
  }

  /** The next frame of a kind. */
  Frame receive(int opcode) throws IOException {
    Frame frame = receive();
    while (frame.opcode() != opcode) {
      frame = receive();
    }
    return frame;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
