package io.quipu.lab.cluster;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The clients' knowledge of one counter. Its events are numbered. From the number of each follow a
 * delta and, unless the event is anonymous, an id: whatever is found later can be traced.
 */
final class Ledger {
  /** The clients' way with an event whose outcome they do not know. */
  enum Doubt {
    /** Has an id, and is sent again until it is acknowledged. */
    SENT_AGAIN,
    /**
     * Has an id that is remembered for minutes, and is sent again for less than that, as clients do
     * it; then it may be counted or not.
     */
    SENT_FOR_A_WHILE,
    /** Has none, and may be counted or not. */
    LEFT,
    /** Is a record of Kafka, which delivers it until it is acknowledged. */
    DELIVERED
  }

  /** One event, however often it is sent. */
  record Event(Ledger ledger, int number) {
    /** What it adds to the count. */
    long delta() {
      return ledger.content.delta(number);
    }

    /** Null for an anonymous one. */
    String id() {
      return ledger.doubt == Doubt.LEFT ? null : idOf(number);
    }

    @Override
    public String toString() {
      return ledger + " #" + number;
    }
  }

  private static final String TAG = "tag-";

  final String namespace;
  final String counter;
  final Content content;
  final Doubt doubt;

  /** The points from which it begins anew. */
  final Cuts cuts;

  /** Those from which its series begin; null while it has none. */
  private volatile Cuts series;

  private volatile boolean closed;
  private final History history = new History(History::now);
  private final AtomicInteger taken = new AtomicInteger();
  private final LongAdder attempted = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder everInDoubt = new LongAdder();
  private final LongAdder recordedAnswers = new LongAdder();
  private final LongAdder doubtfulAnswers = new LongAdder();
  private final BitSet acknowledgedNumbers = new BitSet();
  private final Map<Long, Integer> numbersByCount = new ConcurrentHashMap<>();

  Ledger(String namespace, String counter, Content content, Doubt doubt, Cuts.Way way) {
    this.namespace = namespace;
    this.counter = counter;
    this.content = content;
    this.doubt = doubt;
    this.cuts = new Cuts(way, History::now);
    this.series = content.hasSeries() ? cuts : null;
  }

  static String idOf(int number) {
    return TAG + number;
  }

  static int numberOf(String id) {
    return Integer.parseInt(id.substring(TAG.length()));
  }

  /** The next event, which counts as attempted from now on, as do all before it. */
  synchronized Event next() {
    Event event = new Event(this, taken.getAndIncrement());
    attempted.add(event.delta());
    return event;
  }

  /** Told before every attempt. */
  void sent(Event event) {
    history.sent(event);
  }

  /**
   * Told of every acknowledgement; answers false for a further one of the event.
   *
   * @param sent when the attempt began, as {@link History#now} says it
   */
  boolean acknowledge(Event event, long sent) {
    recordedAnswers.increment();
    history.acknowledged(event.number(), sent, doubt == Doubt.DELIVERED);
    synchronized (acknowledgedNumbers) {
      if (acknowledgedNumbers.get(event.number())) {
        return false;
      }
      acknowledgedNumbers.set(event.number());
    }
    acknowledged.add(event.delta());
    return true;
  }

  /**
   * Told of the count after an event, as its sender was; answers the number of another event of
   * which somebody was told the same, or null.
   */
  Integer countAfter(Event event, long count) {
    Integer other = numbersByCount.putIfAbsent(count, event.number());
    return other == null || other == event.number() ? null : other;
  }

  /** The outcome of an attempt is not known; the event may still be acknowledged later. */
  void doubted(Event event) {
    history.doubted(event.number());
    doubtfulAnswers.increment();
    everInDoubt.add(event.delta());
  }

  /** An attempt recorded nothing. */
  void refused(Event event) {
    history.refused(event.number());
  }

  /** The outcome of an event is not known, and stays so. */
  void leave(Event event) {
    unknown.add(event.delta());
  }

  /** Numbers from 0 to this exclusive have been used. */
  int events() {
    return taken.get();
  }

  int acknowledgedEvents() {
    synchronized (acknowledgedNumbers) {
      return acknowledgedNumbers.cardinality();
    }
  }

  BitSet acknowledgedNumbers() {
    synchronized (acknowledgedNumbers) {
      return (BitSet) acknowledgedNumbers.clone();
    }
  }

  /** The counts that a read may have, by its times. */
  List<History.Range> ranges(long readBegun, long readEnded) {
    return history.ranges(cuts, readBegun, readEnded);
  }

  /** The sums of its series that a read may have. */
  List<History.Range> seriesRanges(Cuts begun, long readBegun, long readEnded) {
    return history.ranges(begun, readBegun, readEnded);
  }

  /** The points from which its series begin; null without series. */
  Cuts series() {
    return series;
  }

  /** It has series from now on, of what is sent after this cut. */
  void beginSeries(Cuts begun) {
    series = begun;
  }

  /** True if all of its events are in its count, and in its series. */
  boolean isUncut() {
    return cuts.isEmpty() && (series == null || series.isEmpty());
  }

  /** While its namespace is not there, nothing is sent to it. */
  void setClosed(boolean now) {
    closed = now;
  }

  boolean isClosed() {
    return closed;
  }

  long attempted() {
    return attempted.sum();
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  long unknown() {
    return unknown.sum();
  }

  /** Deltas of all attempts whose outcome was not known at once. */
  long everInDoubt() {
    return everInDoubt.sum();
  }

  /** The acknowledgements of its events, each by a row of its own. */
  long recordedAnswers() {
    return recordedAnswers.sum();
  }

  /** The attempts that may have left a row which nobody acknowledged. */
  long doubtfulAnswers() {
    return doubtfulAnswers.sum();
  }

  @Override
  public String toString() {
    return namespace + "/" + counter;
  }
}
