package io.quipu.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

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
public final class QuipuClient implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final ClientOptions options;
  private final Timers timers = new Timers();
  private final Transport transport;
  private final Remembered remembered;
  private final Outbox outbox;
  private final Attempts attempts;
  private final Reads reads;
  private final LiveGroups live;

  private QuipuClient(ClientOptions options) {
    this.options = options;
    this.transport = new Transport(options, timers);
    this.remembered = new Remembered(transport);
    this.outbox = new Outbox(transport, remembered);
    this.attempts = new Attempts(transport);
    this.reads = new Reads(attempts);
    this.live = new LiveGroups(transport, reads);
  }

  /** A client of the service at a base address, with the usual bounds, without a key. */
  public static QuipuClient to(String address) {
    return to(ClientOptions.at(address));
  }

  /** A client; later changes of the options are of no consequence for it. */
  public static QuipuClient to(ClientOptions options) {
    return new QuipuClient(options.copy());
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

  /** Reads a count. */
  public CompletableFuture<Count> get(String counter) {
    return get(new CounterRef(options.namespace, counter));
  }

  /** Reads a counter of any namespace. */
  public CompletableFuture<Count> get(CounterRef counter) {
    return reads.count(counter, Map.of());
  }

  /**
   * Reads the count of one series of a counter: of the events whose labels have these values. The
   * namespace has to have a breakdown by exactly these labels.
   */
  public CompletableFuture<Count> get(CounterRef counter, Map<String, String> where) {
    return reads.count(counter, where);
  }

  /** Reads a counter of kind {@code sketch}. */
  public CompletableFuture<Sketch> sketch(CounterRef counter, SketchOptions options) {
    return reads.sketch(counter, options).thenApply(CounterSketch::sketch);
  }

  /**
   * Reads counters of kind {@code sketch}, of any namespaces, in the order asked for; any number of
   * them, 1,000 with each request. They have the parts that the service answers unless asked for
   * others: {@link #sketch} reads other ones. Fails with a {@link QuipuException} where one is of
   * another kind.
   */
  public CompletableFuture<List<CounterSketch>> sketchMany(List<CounterRef> counters) {
    return reads.sketches(List.copyOf(counters));
  }

  /** Reads counts, in the order asked for; any number of them. */
  public CompletableFuture<List<Count>> getMany(List<String> counters) {
    return getAll(refs(counters));
  }

  /** Reads counters of any namespaces. */
  public CompletableFuture<List<Count>> getAll(List<CounterRef> counters) {
    return reads.counts(List.copyOf(counters));
  }

  /**
   * The last 60 minutes, 24 hours, 30 days, 12 weeks, 12 months or 5 years of a counter, oldest
   * first.
   */
  public CompletableFuture<List<Window>> windows(String counter, Granularity granularity) {
    return windows(new CounterRef(options.namespace, counter), granularity, null, null, null);
  }

  /**
   * The windows of a counter, oldest first, at most 10,000.
   *
   * @param from inclusive; null for 60 minutes, 24 hours, 30 days, 12 weeks, 12 months or 5 years
   *     before {@code to}
   * @param to exclusive; null for now
   * @param zone in which days and longer windows begin; null for UTC
   */
  public CompletableFuture<List<Window>> windows(
      CounterRef counter,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.windows(counter, granularity, from, to, zone);
  }

  /**
   * The sum of a counter in a range of time, which begins and ends with a whole minute.
   *
   * @param from inclusive
   * @param to exclusive; null for now
   * @param zone in which the range before is as many days or months; null for UTC
   * @param compared whether the range before is to be added up, too
   */
  public CompletableFuture<Total> total(
      CounterRef counter,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.total(counter, from, to, zone, compared);
  }

  /** The counts of series of a counter, the largest first: 100, or as many as the limit says. */
  public CompletableFuture<List<Series>> series(CounterRef counter, Breakdown breakdown) {
    return reads.series(counter, breakdown);
  }

  /**
   * One page of the series of a counter, in the order of their labels: 100, or as many as the limit
   * says. So all series can be read, however many there are.
   *
   * @param after the {@code next} of the page before; null for the first page
   */
  public CompletableFuture<SeriesPage> seriesPage(
      CounterRef counter, Breakdown breakdown, @Nullable String after) {
    return reads.seriesPage(counter, breakdown, after);
  }

  /**
   * All series of a counter, in the order of their labels. The stream reads a page when it is asked
   * for, and blocks meanwhile.
   */
  public Stream<Series> allSeries(CounterRef counter, Breakdown breakdown) {
    return Pages.stream(
        after ->
            reads
                .seriesPage(counter, breakdown, after)
                .thenApply(page -> new Page<>(page.series(), page.next())));
  }

  /** The windows of the ten largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<WindowSeries>> windowSeries(
      CounterRef counter,
      Breakdown breakdown,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.windowSeries(counter, breakdown, granularity, from, to, zone);
  }

  /** The sums of the 100 largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<TotalSeries>> totalSeries(
      CounterRef counter,
      Breakdown breakdown,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.totalSeries(counter, breakdown, from, to, zone, compared);
  }

  /**
   * The windows of a counter of kind {@code sketch}, oldest first, at most 10,000. The parameters
   * are those of {@link #windows(CounterRef, Granularity, Instant, Instant, ZoneId)}.
   */
  public CompletableFuture<List<SketchWindow>> sketchWindows(
      CounterRef counter,
      SketchOptions options,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.sketchWindows(counter, options, granularity, from, to, zone);
  }

  /**
   * The result of a counter of kind {@code sketch} in a range of time, which begins and ends with a
   * whole window. The parameters are those of {@link #total}.
   */
  public CompletableFuture<SketchTotal> sketchTotal(
      CounterRef counter,
      SketchOptions options,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.sketchTotal(counter, options, from, to, zone, compared);
  }

  /** The largest counters, by their settled counts. */
  public CompletableFuture<List<Ranked>> top(int n) {
    return top(options.namespace, n, null, null, null);
  }

  /**
   * The largest counters of a namespace.
   *
   * @param n at most so many: 1 to 1,000
   * @param granularity of one window only; null for whole counts
   * @param window its start; null for the present one
   * @param zone in which days and longer windows begin; null for UTC
   */
  public CompletableFuture<List<Ranked>> top(
      String namespace,
      int n,
      @Nullable Granularity granularity,
      @Nullable Instant window,
      @Nullable ZoneId zone) {
    return reads.top(namespace, n, granularity, window, zone);
  }

  /**
   * All counters of a namespace that have been settled once, by name. The stream reads a page when
   * it is asked for, and blocks meanwhile.
   */
  public Stream<Ranked> counters(String namespace, ListOptions options) {
    return Pages.stream(next -> reads.counters(namespace, options, next));
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

  /** Follows counters of any namespaces. */
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

  private List<CounterRef> refs(List<String> counters) {
    return counters.stream().map(counter -> new CounterRef(options.namespace, counter)).toList();
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
      throw new IllegalArgumentException("within is " + within + "; it must not be negative");
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
