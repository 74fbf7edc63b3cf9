package io.quipu.testing.rollout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quipu.testing.dev.TestPatience;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The simplest client that keeps its connection: it leaves it when a response says so, and never
 * sends anything twice, so that no failure is hidden. For one thread.
 */
public final class KeepAliveClient implements AutoCloseable {
  private final InetSocketAddress service;
  private final boolean keepsAlive;
  private @Nullable Socket socket;
  private InputStream in = InputStream.nullInputStream();

  /** A response without its headers. */
  public record Response(int status, String body) {}

  /**
   * @param keepsAlive whether a connection is used again at all
   */
  public KeepAliveClient(InetSocketAddress service, boolean keepsAlive) {
    this.service = service;
    this.keepsAlive = keepsAlive;
  }

  /**
   * Sends a request.
   *
   * @throws IOException if the connection broke, or was refused
   */
  public Response send(String method, String path, String body) throws IOException {
    try {
      Socket connected = connected();
      byte[] content = body.getBytes(UTF_8);
      String head =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + (keepsAlive ? "" : "Connection: close\r\n")
              + "Content-Length: "
              + content.length
              + "\r\n\r\n";
      connected.getOutputStream().write((head + body).getBytes(UTF_8));
      return receive();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private Socket connected() throws IOException {
    Socket now = socket;
    if (now == null) {
      now = new Socket();
      now.setTcpNoDelay(true);
      now.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      now.connect(service);
      socket = now;
      in = new BufferedInputStream(now.getInputStream());
    }
    return now;
  }

  private Response receive() throws IOException {
    String status = line();
    int length = 0;
    boolean last = !keepsAlive;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
      }
      last |= lower.startsWith("connection:") && lower.contains("close");
    }
    String body = new String(in.readNBytes(length), UTF_8);
    if (last) {
      close();
    }
    return new Response(Integer.parseInt(status.split(" ", -1)[1]), body);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("The connection ended after '" + line + "'");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    Socket now = socket;
    socket = null;
    if (now != null) {
      now.close();
    }
  }
}
