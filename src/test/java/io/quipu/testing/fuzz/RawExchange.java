package io.quipu.testing.fuzz;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Bytes over a socket of their own, and what comes back until the service ends the connection. */
final class RawExchange {
  /** When nothing comes for so long, the client sends its end and waits for that of the service. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  private final Socket socket;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private boolean wasQuiet;

  private RawExchange(Socket socket) {
    this.socket = socket;
  }

  /**
   * The end of an exchange.
   *
   * @param bytes in ISO 8859-1
   * @param wasQuiet whether the service waited for more to come
   * @param hung whether the service did not even end when the client did
   */
  record Received(String bytes, boolean wasQuiet, boolean hung) {}

  /**
   * Bytes to send, and what to wait for before anything else is sent.
   *
   * @param enough whether all that came so far is what is waited for
   */
  record Step(Buffer bytes, Predicate<String> enough) {
    /** To wait until the service ends the connection. */
    static Step untilTheEnd(Buffer bytes) {
      return new Step(bytes, received -> false);
    }
  }

  /** Sends, and receives until the last step has what it waits for or the connection ends. */
  static Received send(URI service, List<Step> steps) throws IOException {
    try (Socket socket = new Socket(service.getHost(), service.getPort())) {
      socket.setTcpNoDelay(true);
      RawExchange exchange = new RawExchange(socket);
      boolean hung = false;
      try {
        for (Step step : steps) {
          exchange.write(step.bytes().getBytes());
          exchange.readUntil(step.enough());
        }
      } catch (SocketTimeoutException e) {
        hung = true;
      }
      return new Received(exchange.text(), exchange.wasQuiet, hung);
    }
  }

  /** A service may well answer and close before it has read everything. */
  private void write(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException closedAlready) {
      // what it said before can still be read
    }
  }

  private void readUntil(Predicate<String> enough) throws SocketTimeoutException {
    byte[] buffer = new byte[64 * 1024];
    try {
      InputStream in = socket.getInputStream();
      while (!enough.test(text())) {
        int read = read(in, buffer);
        if (read < 0) {
          return;
        }
        received.write(buffer, 0, read);
      }
    } catch (SocketTimeoutException hung) {
      throw hung;
    } catch (IOException reset) {
      // an end, too
    }
  }

  private int read(InputStream in, byte[] buffer) throws IOException {
    socket.setSoTimeout((int) (wasQuiet ? TestPatience.LIMIT : QUIET).toMillis());
    try {
      return in.read(buffer);
    } catch (SocketTimeoutException nothingCame) {
      if (wasQuiet) {
        throw nothingCame;
      }
      wasQuiet = true;
      socket.shutdownOutput();
      return read(in, buffer);
    }
  }

  private String text() {
    return received.toString(StandardCharsets.ISO_8859_1);
  }
}
