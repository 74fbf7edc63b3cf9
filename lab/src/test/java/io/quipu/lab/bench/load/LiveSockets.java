package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many WebSockets that listen to one counter, read by one thread. Not for several threads. */
public final class LiveSockets implements AutoCloseable {
  private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");
  private static final int COUNT_IS_WITHIN = 256;
  private static final byte[] PONG = {(byte) 0x8a, (byte) 0x80, 0, 0, 0, 0};

  /** Told of each count that reaches a socket. */
  @FunctionalInterface
  public interface Counts {
    void count(int socket, long count, long nanos);
  }

  private final Selector selector;
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(64 * 1024);

  public LiveSockets(InetSocketAddress server, String counter, int sockets) throws IOException {
    selector = Selector.open();
    String upgrade = Wire.webSocket("/v1/counters/default/" + counter + "/live").opening();
    for (int i = 0; i < sockets; i++) {
      SocketChannel channel = SocketChannel.open(server);
      channels.add(channel);
      channel.write(ByteBuffer.wrap(upgrade.getBytes(US_ASCII)));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, new Listener(i));
    }
  }

  /** Tells the server that all are still there; without that it closes them after a minute. */
  public void stayAlive() throws IOException {
    for (SocketChannel channel : channels) {
      channel.write(ByteBuffer.wrap(PONG));
    }
  }

  /** Reads what has come, waiting for at most {@code millis} until something has. */
  public void read(long millis, Counts counts) {
    try {
      selector.select(millis);
      for (SelectionKey key : selector.selectedKeys()) {
        read((SocketChannel) key.channel(), (Listener) key.attachment(), counts);
      }
      selector.selectedKeys().clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SocketChannel channel, Listener listener, Counts counts) throws IOException {
    scratch.clear();
    if (channel.read(scratch) < 0) {
      throw new IOException("a live connection was closed by the server");
    }
    long now = System.nanoTime();
    listener.frames.take(
        scratch.flip(),
        message -> {
          Matcher count = COUNT.matcher(message);
          if (count.find()) {
            counts.count(listener.number, Long.parseLong(count.group(1)), now);
          }
        });
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
    selector.close();
  }

  private static final class Listener {
    private final int number;
    private final TextFrames frames = new TextFrames(COUNT_IS_WITHIN);

    Listener(int number) {
      this.number = number;
    }
  }
}
