package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import org.HdrHistogram.Histogram;

/** One connection, with a bounded number of requests in flight, answered in order. */
final class Link {
  private final SocketChannel channel;
  private final SelectionKey key;
  private final Framing framing;
  private final int depth;
  private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
  private final ArrayDeque<Long> inFlight = new ArrayDeque<>();
  private boolean waiting;

  Link(InetSocketAddress server, Wire wire, int depth, Selector selector) throws IOException {
    this.depth = depth;
    framing = wire.framing().get();
    channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
    enqueue(wire.opening().getBytes(US_ASCII));
  }

  boolean isFree() {
    return inFlight.size() < depth && channel.isOpen();
  }

  int inFlight() {
    return inFlight.size();
  }

  /** Takes a request, to be sent with the next {@link #flush}. */
  void request(byte[] bytes, long sinceNanos) {
    inFlight.add(sinceNanos);
    unsent.add(ByteBuffer.wrap(bytes));
  }

  private void enqueue(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      unsent.add(ByteBuffer.wrap(bytes));
      flush();
    }
  }

  void flush() throws IOException {
    if (unsent.size() > 1) {
      merge();
    }
    ByteBuffer next = unsent.peek();
    if (next != null) {
      channel.write(next);
      if (!next.hasRemaining()) {
        unsent.remove();
      }
    }
    boolean rest = !unsent.isEmpty();
    if (rest != waiting) {
      key.interestOps(rest ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
      waiting = rest;
    }
  }

  /** Pipelined requests leave in one write. */
  private void merge() {
    ByteBuffer all = ByteBuffer.allocate(unsent.stream().mapToInt(ByteBuffer::remaining).sum());
    unsent.forEach(all::put);
    unsent.clear();
    unsent.add(all.flip());
  }

  /** Reads what there is, and records what it answers. */
  void read(ByteBuffer scratch, Tally tally) throws IOException {
    scratch.clear();
    int read = channel.read(scratch);
    if (read < 0) {
      throw new IOException("closed by the server");
    }
    long now = System.nanoTime();
    framing.take(scratch.flip(), good -> answered(good, now, tally));
  }

  private void answered(boolean good, long now, Tally tally) {
    Long since = inFlight.poll();
    if (since == null) {
      return; // of a request that an earlier phase gave up
    }
    tally.answered(good, now - since);
  }

  /** Gives up what is in flight. */
  void fail(Tally tally) {
    tally.bad += inFlight.size();
    close();
  }

  void close() {
    inFlight.clear();
    unsent.clear();
    try {
      channel.close();
    } catch (IOException gone) {
      // that was wanted
    }
  }

  /** The answers of a phase. */
  static final class Tally {
    private final Histogram micros = new Histogram(3);
    private long good;
    private long bad;

    void answered(boolean well, long nanos) {
      if (well) {
        good++;
        micros.recordValue(Math.max(0, nanos / 1_000));
      } else {
        bad++;
      }
    }

    long good() {
      return good;
    }

    Phase over(Duration time) {
      return new Phase(good, bad, time, micros);
    }
  }
}
