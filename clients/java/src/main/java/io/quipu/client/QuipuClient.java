package io.quipu.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of one service. It gives each event an id and sends it, together with others, until it
 * is acknowledged: each counts once, whatever is lost on the way. That holds in namespaces that
 * deduplicate. What would be sent again after its id is forgotten, or in a namespace with {@code
 * "deduplicate": "off"}, ends in doubt instead; but where the key may not read the namespace, the
 * client tries for as long as {@link ClientOptions#giveUp} says.
 *
 * <p>Futures fail with a {@link QuipuException}: of {@code add} with a {@link ProblemException}
 * (the service refuses the event), a {@link RefusedException} (it is not counted), an {@link
 * InDoubtException} (it may be), a {@link FullException} or a {@link ClosedException} (it was not
 * taken). They end on threads of the client, which may be blocked.
 *
 * <p>Safe to be used by many threads; one client is enough for a program.
 */
public final class QuipuClient extends ReadingClient implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final ClientOptions options;
  private final Timers timers;
  private final Transport transport;
  private final Remembered remembered;
  private final Outbox outbox;
  private final Attempts attempts;
  private final LiveGroups live;

  private QuipuClient(Transport transport, Attempts attempts, Reads reads) {
    super(transport.options.namespace, reads);
    this.options = transport.options;
    this.timers = transport.timers;
    this.transport = transport;
    this.attempts = attempts;
    this.remembered = new Remembered(transport);
    this.outbox = new Outbox(transport, remembered);
    this.live = new LiveGroups(transport, reads);
  }

  /** A client of the service at a base address, with the usual bounds, without a key. */
  public static QuipuClient to(String address) {
    return to(ClientOptions.at(address));
  }

  /** A client; later changes of the options are of no consequence for it. */
  public static QuipuClient to(ClientOptions options) {
    Transport transport = new Transport(options.copy(), new Timers());
    Attempts attempts = new Attempts(transport);
    return new QuipuClient(transport, attempts, new Reads(attempts));
  }

  /** Adds 1 to a counter; done when it is durable on a majority. */
  public CompletableFuture<Void> add(String counter) {
    return add(counter, 1);
  }

  /** Adds a delta, which may be negative: not 0, at most 10<sup>15</sup> either way. */
  public CompletableFuture<Void> add(String counter, long delta) {
    return add(options.namespace, counter, delta);
  }

  /** Adds a delta to a counter of a namespace. */
  public CompletableFuture<Void> add(String namespace, String counter, long delta) {
    return outbox.add(Event.of(namespace, counter, delta), false);
  }

  /**
   * Adds with an id of the caller's own, such as the number of an order: events of the counter with
   * this id count once, whoever adds them.
   */
  public CompletableFuture<Void> add(String counter, long delta, String id) {
    return add(new Event(options.namespace, counter, delta, id));
  }

  /**
   * Adds an event of any kind, with its id if it has one; also one that is in doubt: a {@link
   * Statement} of kind {@code latest}, a {@link SketchValue} of kind {@code sketch}, an {@link
   * Increment} of kind {@code linear}, an {@link Event} of others.
   */
  public CompletableFuture<Void> add(Recordable event) {
    return outbox.add(event, true);
  }

  /** Adds a delta to a counter of kind {@code linear}; answers the value after it. */
  public CompletableFuture<Incremented> increment(String counter, long delta) {
    return increment(Increment.of(options.namespace, counter, delta));
  }

  /**
   * Adds to a counter of kind {@code linear}, in a request of its own; answers the value after it.
   * Fails with a {@link ProblemException} of status 409 where the count would pass a bound.
   */
  public CompletableFuture<Incremented> increment(Increment increment) {
    return outbox.add(increment);
  }

  /** Namespaces, keys, and counters that are set back or deleted. */
  public QuipuAdmin admin() {
    return new QuipuAdmin(attempts, remembered);
  }

  /**
   * Sends a request of the API that has no method here; answers the body. Fails with a {@link
   * ProblemException} where the service refuses it.
   */
  public CompletableFuture<String> send(ApiRequest request) {
    return attempts.send(request).thenApply(HttpAnswer::body);
  }

  /**
   * Follows counters: the listener is told the count of each, then again whenever it changed. Lost
   * connections are made again, and each counter is told again then.
   *
   * <p>What is told never goes back: not the {@code events} of a counter, and so not the count
   * where no delta is negative. Two things take it back all the same. A reset does. And where a new
   * connection is told less than was known, which may happen for a moment with another instance,
   * the client waits two seconds for more, then reads the counter, and tells what is read.
   */
  public LiveCounts live(List<String> counters, LiveListener listener) {
    return live.followCounts(refs(counters), listener);
  }

  /** Follows counters of any namespaces, as {@link #live} does. */
  public LiveCounts liveAll(List<CounterRef> counters, LiveListener listener) {
    return live.followCounts(List.copyOf(counters), listener);
  }

  /**
   * Follows counters of kind {@code sketch}, of any namespaces, as {@link #live} does the others.
   * The listener is told the parts that the service answers unless asked for others.
   *
   * <p>A reset looks like a message that is older than what was told, so after a new connection it
   * is told two seconds later. A counter of another kind ends it all, with {@link
   * SketchListener#onError}.
   *
   * @throws ClosedException if the client is closed
   */
  public LiveCounts liveSketches(List<CounterRef> counters, SketchListener listener) {
    return live.followSketches(List.copyOf(counters), listener);
  }

  /** Follows all counters of the namespace of the client whose names begin with a prefix. */
  public LiveCounts livePrefix(String prefix, LiveListener listener) {
    return livePrefix(options.namespace, prefix, listener);
  }

  /**
   * Follows all counters of a namespace whose names begin with a prefix, as {@link #live} does,
   * over one connection. Those that appear later are told, too: at once, or some two seconds later
   * where another instance has recorded them. One that is purged is told as 0 after some seconds.
   *
   * <p>A prefix with more counters than the service allows a connection (1,000) ends with {@link
   * LiveListener#onError}, of status 400. So do a namespace that is deleted, of status 404, and one
   * of kind {@code sketch}.
   *
   * @param prefix at most 512 bytes of UTF-8; empty for all counters
   * @throws ClosedException if the client is closed
   */
  public LiveCounts livePrefix(String namespace, String prefix, LiveListener listener) {
    return live.followPrefix(namespace, prefix, listener);
  }

  /**
   * Follows the series of a counter, as {@link #live} does counters. Each time all of them are
   * told, the 1,000 largest at most. A reset is told as it is by {@link #liveSketches}.
   *
   * @param breakdown without a limit
   * @throws ClosedException if the client is closed
   */
  public LiveCounts liveSeries(CounterRef counter, Breakdown breakdown, SeriesListener listener) {
    return live.followSeries(counter, breakdown, listener);
  }

  /** Closes as {@link #close(Duration)} does with 10 s; the futures say what is in doubt. */
  @Override
  public void close() {
    close(CLOSE);
  }

  /**
   * Sends what waits, and ends all: events without an answer by then, reads, and what is followed
   * live. A thread that is interrupted meanwhile waits no longer.
   *
   * @param within not negative; the longest is 292 years
   * @return the events that are in doubt; a second call has none. Those that certainly are not
   *     counted fail with a {@link RefusedException}
   */
  public List<Recordable> close(Duration within) {
    if (within.isNegative()) {
      throw new IllegalArgumentException("within is " + within + "; it must be 0 or more");
    }
    live.close();
    try {
      outbox.flush().get(TimeUnit.NANOSECONDS.convert(within), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // those that are left end below
    }
    List<Recordable> inDoubt = outbox.abandon();
    attempts.close();
    timers.close();
    transport.close();
    return inDoubt;
  }
}
