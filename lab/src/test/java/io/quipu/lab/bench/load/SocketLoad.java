package io.quipu.lab.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Requests over plain sockets, from one thread: an event loop over ready-made bytes, because the
 * generator shares the cores with the servers. Not for several threads.
 */
public final class SocketLoad implements Load {
  /** A request that is not answered by then, after the end of a phase, is counted as bad. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  /** Between two looks at the sockets when something is due sooner than the kernel can wake us. */
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(50);

  private static final long KERNEL_TICK = TimeUnit.MILLISECONDS.toNanos(1);

  private final InetSocketAddress server;
  private final Wire wire;
  private final Supplier<byte[]> requests;
  private final int depth;
  private final Selector selector;
  private final List<Link> links = new ArrayList<>();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(256 * 1024);
  private int next;
  private long sent;
  private long acknowledged;

  /**
   * @param requests the bytes of the next request, again and again
   * @param connections kept open
   * @param depth how many requests may be in flight on each
   */
  public SocketLoad(
      InetSocketAddress server, Wire wire, int connections, int depth, Supplier<byte[]> requests) {
    this.server = server;
    this.wire = wire;
    this.depth = depth;
    this.requests = requests;
    try {
      selector = Selector.open();
      for (int i = 0; i < connections; i++) {
        links.add(connect());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends HTTP requests, one in flight on each connection. */
  public static SocketLoad http(
      InetSocketAddress server, int connections, Supplier<byte[]> requests) {
    return new SocketLoad(server, Wire.http(), connections, 1, requests);
  }

  private Link connect() throws IOException {
    return new Link(server, wire, depth, selector);
  }

  @Override
  public Phase closedLoop(Duration time) {
    return run(Pace.closedLoop(time.toNanos()));
  }

  @Override
  public Phase atRate(double perSecond, Duration time) {
    return run(Pace.perSecond(perSecond, time.toNanos()));
  }

  private Phase run(Pace pace) {
    Link.Tally tally = new Link.Tally();
    try {
      // a connection that the server closed since the last phase, as it was idle, is opened anew
      selector.selectNow();
      receive(tally);
      long now = System.nanoTime();
      while (!pace.isOver(now)) {
        send(pace, now);
        await(pace, now);
        receive(tally);
        now = System.nanoTime();
      }
      drain(pace, tally);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      acknowledged += tally.good();
    }
    return tally.over(Duration.ofNanos(System.nanoTime() - pace.startNanos()));
  }

  /** Sends all that is due, as far as connections are free, starting after the last one used. */
  private void send(Pace pace, long now) throws IOException {
    int busy = 0;
    while (busy < links.size() && pace.isDue(now)) {
      Link link = links.get(next);
      next = next + 1 == links.size() ? 0 : next + 1;
      busy = link.isFree() ? 0 : busy + 1;
      boolean asked = false;
      while (link.isFree() && pace.isDue(now)) {
        link.request(requests.get(), pace.take(now));
        sent++;
        asked = true;
        if (!pipelines(link)) {
          break;
        }
      }
      if (asked) {
        link.flush();
      }
    }
  }

  /** A pipelined connection is filled at once, so that its requests leave in one write. */
  private boolean pipelines(Link link) {
    return depth > 1 && link.isFree();
  }

  private void await(Pace pace, long now) throws IOException {
    boolean full = links.stream().noneMatch(Link::isFree);
    long idle = full ? pace.endNanos() - now : pace.idleNanos(now);
    if (idle >= KERNEL_TICK) {
      selector.select(Math.max(1, idle / KERNEL_TICK));
    } else if (selector.selectNow() == 0 && idle > 0) {
      LockSupport.parkNanos(Math.min(idle, NAP));
      selector.selectNow();
    }
  }

  private void receive(Link.Tally tally) throws IOException {
    for (SelectionKey key : selector.selectedKeys()) {
      Link link = (Link) key.attachment();
      try {
        if (key.isWritable()) {
          link.flush();
        }
        if (key.isReadable()) {
          link.read(scratch, tally);
        }
      } catch (IOException e) {
        link.fail(tally);
        links.set(links.indexOf(link), connect());
      }
    }
    selector.selectedKeys().clear();
  }

  /** Waits for what is still in flight. */
  private void drain(Pace pace, Link.Tally tally) throws IOException {
    long last = Math.max(pace.endNanos(), System.nanoTime()) + PATIENCE;
    while (inFlight() > 0 && System.nanoTime() < last) {
      selector.select(10);
      receive(tally);
    }
    for (int i = 0; i < links.size(); i++) {
      if (links.get(i).inFlight() > 0) {
        links.get(i).fail(tally);
        links.set(i, connect());
      }
    }
  }

  /** Of all phases so far, those that failed included. Not while one runs. */
  public Receipts receipts() {
    return new Receipts(sent, acknowledged);
  }

  private int inFlight() {
    return links.stream().mapToInt(Link::inFlight).sum();
  }

  @Override
  public void close() {
    links.forEach(Link::close);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
