package io.quipu.testing.abuse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection for one request at a time, which is opened again after it broke. For one
 * thread.
 */
final class HttpLine implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;

  private final InetSocketAddress server;
  private final @Nullable InetSocketAddress from;
  private final int timeoutMillis;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /** What was answered. */
  record Answer(int status, String body) {}

  /** Nothing was sent. */
  static final class NotConnected extends IOException {
    NotConnected(IOException cause) {
      super(cause);
    }
  }

  HttpLine(InetSocketAddress server, Duration timeout) {
    this(server, null, timeout);
  }

  /**
   * @param from the address to connect from, or null for any
   * @param timeout of a pause of the answer
   */
  HttpLine(InetSocketAddress server, @Nullable InetSocketAddress from, Duration timeout) {
    this.server = server;
    this.from = from;
    this.timeoutMillis = (int) timeout.toMillis();
  }

  Answer get(String path) throws IOException {
    return exchange(Requests.get(path));
  }

  Answer post(String path, String contentType, CharSequence body) throws IOException {
    return exchange(Requests.post(path, contentType, body));
  }

  /**
   * @throws NotConnected if nothing was sent; anything else leaves open what became of it
   */
  Answer exchange(byte[] request) throws IOException {
    Socket open = socket == null ? connect() : socket;
    try {
      open.getOutputStream().write(request);
      return answer();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Sends a request, and leaves before it is answered. */
  void abandon(byte[] request, Duration after) throws IOException, InterruptedException {
    Socket open = socket == null ? connect() : socket;
    open.getOutputStream().write(request);
    Thread.sleep(after.toMillis());
    close();
  }

  private Socket connect() throws IOException {
    Socket made = new Socket();
    try {
      if (from != null) {
        made.bind(from);
      }
      made.setTcpNoDelay(true);
      made.setSoTimeout(timeoutMillis);
      made.connect(server, CONNECT_MILLIS);
      in = new BufferedInputStream(made.getInputStream());
      socket = made;
      return made;
    } catch (IOException e) {
      made.close();
      throw new NotConnected(e);
    }
  }

  private Answer answer() throws IOException {
    String first = line();
    int length = 0;
    boolean last = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
      last |= lower.startsWith("connection:") && lower.contains("close");
    }
    byte[] body = in().readNBytes(length);
    if (body.length < length) {
      throw new EOFException("an answer broke off");
    }
    if (last) {
      close();
    }
    return new Answer(Integer.parseInt(first.substring(9, 12)), new String(body, UTF_8));
  }

  private InputStream in() throws IOException {
    InputStream open = in;
    if (open == null) {
      throw new IOException("not connected");
    }
    return open;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in().read(); c != '\n'; c = in().read()) {
      if (c < 0) {
        throw new EOFException("the connection ended");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    Socket open = socket;
    socket = null;
    in = null;
    if (open != null) {
      open.close();
    }
  }
}
