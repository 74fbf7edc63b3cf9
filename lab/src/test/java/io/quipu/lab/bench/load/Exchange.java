package io.quipu.lab.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** One HTTP connection for one request at a time: what a single client waits for. */
public final class Exchange implements AutoCloseable {
  private final Socket socket = new Socket();
  private final InputStream in;
  private final HttpFraming framing = new HttpFraming();
  private final byte[] buffer = new byte[64 * 1024];
  private boolean answered;
  private boolean good;

  public Exchange(InetSocketAddress server) throws IOException {
    socket.setTcpNoDelay(true);
    socket.connect(server);
    in = socket.getInputStream();
  }

  /** Sends a request and answers after how many nanoseconds its answer was complete. */
  public long nanos(byte[] request) throws IOException {
    answered = false;
    long started = System.nanoTime();
    socket.getOutputStream().write(request);
    while (!answered) {
      int read = in.read(buffer);
      if (read < 0) {
        throw new IOException("closed by the server");
      }
      framing.take(ByteBuffer.wrap(buffer, 0, read), this::complete);
    }
    long took = System.nanoTime() - started;
    if (!good) {
      throw new IOException("refused");
    }
    return took;
  }

  private void complete(boolean well) {
    answered = true;
    good = well;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
