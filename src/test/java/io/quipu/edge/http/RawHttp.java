package io.quipu.edge.http;

import io.quipu.edge.response.Response;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.buffer.Buffer;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** HTTP/1.1 over a bare socket: sends exactly the given bytes, right or wrong. */
final class RawHttp implements AutoCloseable {
  private static final int RECEIVE_BUFFER = 64 * 1024;

  private final Socket socket;
  private final DataInputStream in;

  /** An answer; header names are in lower case. */
  record Response(int status, Map<String, String> headers, Buffer body) {
    String text() {
      return body.toString();
    }
  }

  RawHttp(URI base) {
    this(connect(base));
  }

  RawHttp(Socket connected) {
    try {
      socket = connected;
      socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      in = new DataInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Socket connect(URI base) {
    try {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(RECEIVE_BUFFER);
      socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one request on a connection of its own. */
  static Response exchange(URI base, Buffer request) {
    try (RawHttp http = new RawHttp(base)) {
      return http.ask(request);
    }
  }

  /** The bytes of a request with a {@code Content-Length}. */
  static Buffer request(String method, String target, Map<String, String> headers, Buffer body) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    if (body.length() > 0) {
      head.append("Content-Length: " + body.length() + "\r\n");
    }
    byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    return Buffer.buffer(bytes).appendBuffer(body);
  }

  static Buffer get(String target) {
    return request("GET", target, Map.of(), Buffer.buffer());
  }

  Response ask(Buffer request) {
    send(request);
    return receive();
  }

  /** Sends what it can: a server may well answer and close before it has read everything. */
  void send(Buffer request) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes());
      out.flush();
    } catch (IOException e) {
      if (socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Response receive() {
    try {
      int status = Integer.parseInt(line().substring(9, 12));
      Map<String, String> headers = new TreeMap<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.merge(
            line.substring(0, colon).toLowerCase(Locale.ROOT),
            line.substring(colon + 1).trim(),
            (one, other) -> one + ", " + other);
      }
      byte[] body = new byte[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
      if (status != 304) {
        in.readFully(body);
      }
      return new Response(status, headers, Buffer.buffer(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the server ends the connection, with nothing more to say. */
  boolean isClosedByServer() {
    try (InputStream rest = socket.getInputStream()) {
      return rest.read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("connection ended after: " + line);
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
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
