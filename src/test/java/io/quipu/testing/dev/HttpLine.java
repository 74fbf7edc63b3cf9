package io.quipu.testing.dev;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection for one request at a time, which is opened again after it broke. For one
 * thread.
 */
public final class HttpLine implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final Pattern LENGTH = Pattern.compile("\\ncontent-length: *([0-9]+)");
  private static final Pattern LAST =
      Pattern.compile("\\nconnection:.*close|\\ncontent-type:.*text/event-stream");

  private final InetSocketAddress server;
  private final @Nullable InetSocketAddress from;
  private final int timeoutMillis;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /**
   * An answer.
   *
   * @param head in lower case
   */
  public record Answer(int status, String head, String body) {}

  /** Nothing was sent. */
  public static final class NotConnected extends IOException {
    NotConnected(IOException cause) {
      super(cause);
    }
  }

  public HttpLine(InetSocketAddress server, Duration timeout) {
    this(server, null, timeout);
  }

  /**
   * @param from the address to connect from, or null for any
   * @param timeout of a pause of the answer
   */
  public HttpLine(InetSocketAddress server, @Nullable InetSocketAddress from, Duration timeout) {
    this.server = server;
    this.from = from;
    this.timeoutMillis = (int) timeout.toMillis();
  }

  public Answer exchange(byte[] request) throws IOException {
    return exchange(request, true);
  }

  /**
   * Sends a whole request, and reads its answer.
   *
   * @param hasBody whether its answer may have a body, which that to a HEAD never has
   * @throws NotConnected if nothing was sent; anything else leaves open what became of it
   */
  public Answer exchange(byte[] request, boolean hasBody) throws IOException {
    Socket open = socket == null ? connect() : socket;
    try {
      try {
        open.getOutputStream().write(request);
      } catch (IOException answeredAndClosed) {
        // it may have been refused before all of it was read
      }
      return answer(hasBody);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Sends a request, and leaves before it is answered. */
  public void abandon(byte[] request, Duration after) throws IOException, InterruptedException {
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

  private Answer answer(boolean hasBody) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      lines.append(line.toLowerCase(Locale.ROOT)).append('\n');
    }
    String head = lines.toString();
    int status = Integer.parseInt(head.substring(9, 12));
    Matcher said = LENGTH.matcher(head);
    boolean none = !hasBody || status == 304 || status == 204 || !said.find();
    int length = none ? 0 : Integer.parseInt(said.group(1));
    byte[] body = in().readNBytes(length);
    if (body.length < length) {
      throw new EOFException("an answer broke off");
    }
    if (LAST.matcher(head).find()) {
      close();
    }
    return new Answer(status, head, new String(body, UTF_8));
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
