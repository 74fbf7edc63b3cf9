package io.quipu.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Counters that are followed together, over as many connections as they need.
 *
 * @param <T> what is told of them
 */
final class LiveGroup<T> implements LiveCounts {
  /** The time in which a message may follow that is as new as what was told. */
  static final Duration UNTIL_NEWER = Duration.ofSeconds(2);

  final ClientOptions options;
  final Transport transport;
  final Timers timers;
  private final Followable<T> kind;
  private final Reads reads;
  private final Consumer<T> told;
  private final ConnectionListener listener;
  private final Consumer<LiveGroup<T>> whenClosed;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<LiveConnection> connections = ConcurrentHashMap.newKeySet();

  /** Guards what is told, and in which order. */
  private final Object telling = new Object();

  private final LiveOrder<T> order;
  private final Set<CounterRef> heldBack = new HashSet<>();
  private volatile boolean closed;

  LiveGroup(
      Followable<T> kind,
      Transport transport,
      Reads reads,
      Consumer<T> told,
      ConnectionListener listener,
      Consumer<LiveGroup<T>> whenClosed) {
    this.kind = kind;
    this.order = new LiveOrder<>(kind);
    this.options = transport.options;
    this.transport = transport;
    this.timers = transport.timers;
    this.reads = reads;
    this.told = told;
    this.listener = listener;
    this.whenClosed = whenClosed;
  }

  void connect(LiveSubject subject) {
    if (!closed) {
      LiveConnection connection = new LiveConnection(this, subject);
      connections.add(connection);
      connection.open();
    }
  }

  /** A number that no connection of the group had, also not one that was made again. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void received(JsonObject message, long connection) {
    T value;
    try {
      value = kind.read(message);
    } catch (QuipuException e) {
      failed(e);
      return;
    }
    synchronized (telling) {
      CounterRef counter = kind.counter(value);
      if (closed) {
        return;
      }
      if (order.accepts(value, connection)) {
        heldBack.remove(counter);
        told.accept(value);
      } else if (heldBack.add(counter)) {
        timers.after(UNTIL_NEWER, () -> readHeldBack(counter));
      }
    }
  }

  /**
   * Reads the counters that were told before, and not over this connection: they may be gone. Reads
   * of many wait for each other.
   */
  void readUntold(long connection) {
    Queue<CounterRef> gone = new ArrayDeque<>();
    synchronized (telling) {
      order.untoldBy(connection).stream().filter(heldBack::add).forEach(gone::add);
    }
    readNext(gone);
  }

  private void readNext(Queue<CounterRef> gone) {
    CounterRef counter = gone.poll();
    if (counter != null) {
      readHeldBack(counter).whenComplete((read, failure) -> readNext(gone));
    }
  }

  /** Nothing newer came: it may be that there was a reset meanwhile. */
  private CompletionStage<?> readHeldBack(CounterRef counter) {
    synchronized (telling) {
      if (closed || !heldBack.contains(counter)) {
        return CompletableFuture.completedFuture(null);
      }
    }
    return kind.now(reads, counter)
        .whenComplete(
            (value, failure) -> {
              synchronized (telling) {
                if (closed || !heldBack.contains(counter)) {
                  return;
                }
                if (failure != null) {
                  readFailed(counter, Transport.unwrapped(failure));
                  return;
                }
                heldBack.remove(counter);
                order.read(value);
                told.accept(value);
              }
            });
  }

  private void readFailed(CounterRef counter, Throwable why) {
    if (why instanceof ProblemException refused && refused.problem().status() < 500) {
      failed(refused);
    } else {
      timers.after(UNTIL_NEWER, () -> readHeldBack(counter));
    }
  }

  void lost(QuipuException why) {
    synchronized (telling) {
      if (!closed) {
        listener.onLost(why);
      }
    }
  }

  void failed(QuipuException error) {
    synchronized (telling) {
      if (!closed) {
        close();
        listener.onError(error);
      }
    }
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    whenClosed.accept(this);
    connections.forEach(LiveConnection::close);
  }
}
