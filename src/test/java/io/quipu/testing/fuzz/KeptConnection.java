package io.quipu.testing.fuzz;

import io.quipu.testing.dev.TestPatience;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Requests as bytes, one after the other over a connection that is opened again when it ends. */
final class KeptConnection implements AutoCloseable {
  private final URI service;
  private @Nullable Socket socket;
  private InputStream in = InputStream.nullInputStream();

  KeptConnection(URI service) {
    this.service = service;
  }

  /**
   * What came back.
   *
   * @param head in lower case
   */
  record Answer(int status, String head, String body) {}

  /**
   * Sends a whole request and reads its answer.
   *
   * @param hasBody whether its answer may have a body, which that to a HEAD never has
   */
  Answer exchange(byte[] request, boolean hasBody) throws IOException {
    Socket connected = connected();
    try {
      connected.getOutputStream().write(request);
    } catch (IOException answeredAndClosed) {
      // it may have been refused before all of it was read
    }
    String head = head();
    int status = Integer.parseInt(head.substring(9, 12));
    byte[] body = in.readNBytes(hasBody && status != 304 && status != 204 ? length(head) : 0);
    if (head.contains("\nconnection: close") || head.contains("text/event-stream")) {
      close();
    }
    return new Answer(status, head, new String(body, StandardCharsets.UTF_8));
  }

  private Socket connected() throws IOException {
    Socket now = socket;
    if (now == null) {
      now = new Socket(service.getHost(), service.getPort());
      now.setTcpNoDelay(true);
      now.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      in = new BufferedInputStream(now.getInputStream());
      socket = now;
    }
    return now;
  }

  private String head() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("no answer, but '" + head + "'");
      }
      ends = next == '\n' ? ends + 1 : next == '\r' ? ends : 0;
      head.write(next);
    }
    return head.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
  }

  private static int length(String head) {
    int at = head.indexOf("\ncontent-length:");
    if (at < 0) {
      return 0;
    }
    int end = head.indexOf('\r', at + 1);
    return Integer.parseInt(head.substring(at + 16, end).strip());
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
