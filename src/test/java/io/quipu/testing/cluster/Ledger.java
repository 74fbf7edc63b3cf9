package io.quipu.testing.cluster;

import java.util.BitSet;
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
    /** Has none, and may be counted or not. */
    LEFT
  }

  /** One event, however often it is sent. */
  record Event(Ledger ledger, int number) {
    /** What it adds to the count. */
    long delta() {
      return ledger.content.delta(number);
    }

    /** Null for an anonymous one. */
    String id() {
      return ledger.doubt == Doubt.SENT_AGAIN ? idOf(number) : null;
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
  private final AtomicInteger taken = new AtomicInteger();
  private final LongAdder attempted = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder everInDoubt = new LongAdder();
  private final LongAdder recordedAnswers = new LongAdder();
  private final LongAdder doubtfulAnswers = new LongAdder();
  private final BitSet acknowledgedNumbers = new BitSet();
  private final Map<Long, Integer> numbersByCount = new ConcurrentHashMap<>();

  Ledger(String namespace, String counter, Content content, Doubt doubt) {
    this.namespace = namespace;
    this.counter = counter;
    this.content = content;
    this.doubt = doubt;
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

  /** Told of every acknowledgement; answers false for a further one of the event. */
  boolean acknowledge(Event event) {
    recordedAnswers.increment();
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
    doubtfulAnswers.increment();
    everInDoubt.add(event.delta());
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
