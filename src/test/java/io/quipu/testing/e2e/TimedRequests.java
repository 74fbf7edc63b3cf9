package io.quipu.testing.e2e;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests one after the other on one connection, with nothing between but the network. */
final class TimedRequests implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final String host;

  TimedRequests(URI base) throws IOException {
    socket = new Socket(base.getHost(), base.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    host = base.getAuthority();
  }

  /** How long the answer took, in nanoseconds, whatever it was. */
  long get(String path, String token) throws IOException {
    byte[] request =
        ("GET "
                + path
                + " HTTP/1.1\r\nHost: "
                + host
                + "\r\nAuthorization: Bearer "
                + token
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    long begun = System.nanoTime();
    socket.getOutputStream().write(request);
    socket.getOutputStream().flush();
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    in.readNBytes(length);
    return System.nanoTime() - begun;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection was closed");
      }
      line.append((char) c);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
