package io.quipu.cli.transfer;

import io.quipu.client.Event;
import io.quipu.client.InDoubtException;
import io.quipu.client.QuipuClient;
import io.quipu.client.Recordable;
import io.quipu.client.Statement;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of entries. If an entry has no id, the id of its event is made of the name of
 * the run and the number of the line. So a run that broke off can be repeated from its beginning,
 * and no event counts twice. Such an id has a control character, which ids of files may not have,
 * so no two events get one id unless the file gives it to them.
 *
 * <p>There are two conditions: the namespace still remembers the ids, and no other import has a run
 * of the same name.
 */
public final class Import {
  /** The maximum number of events without an answer. The limit bounds the memory. */
  private static final int AT_ONCE = 5_000;

  private static final int MOST_FAILURES_TOLD = 10;

  /** The largest delta of one event. */
  static final BigInteger LARGEST_DELTA = BigInteger.TEN.pow(15);

  /** The largest number of happenings of one event. */
  private static final long MOST_HAPPENINGS = 1_000_000;

  /** Separates the run from the number of the line, in an id that no line names. */
  static final char LINE = '\u001F';

  /** Separates an id from the number of a part, if a line needs several events. */
  static final char PART = '\u001E';

  private final QuipuClient client;
  private final String namespace;
  private final String run;
  private final Semaphore room = new Semaphore(AT_ONCE);
  private final LongAdder recorded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder inDoubt = new LongAdder();
  private final List<String> failures = new ArrayList<>();

  /**
   * @param client a client that accepts at least {@link #AT_ONCE} events in flight
   * @param namespace the namespace of entries that name none
   * @param run the name of the run, with which the ids of entries without an id begin
   */
  public Import(QuipuClient client, String namespace, String run) {
    this.client = client;
    this.namespace = namespace;
    this.run = run;
  }

  /** Records entries. Waits until each sent event is recorded or failed, even if reading fails. */
  public void record(Stream<Entry> entries) throws InterruptedException {
    try {
      Iterator<Entry> rest = entries.iterator();
      while (rest.hasNext()) {
        Entry entry = rest.next();
        for (Recordable event : recordables(entry)) {
          room.acquire();
          // The method enter handles the result.
          var unused = client.add(event).whenComplete((done, failure) -> enter(entry, failure));
        }
      }
    } finally {
      room.acquire(AT_ONCE);
      room.release(AT_ONCE);
    }
  }

  private void enter(Entry entry, @Nullable Throwable failure) {
    if (failure == null) {
      recorded.increment();
    } else {
      (failure instanceof InDoubtException ? inDoubt : refused).increment();
      tell(entry.place() + ": " + failure.getMessage());
    }
    room.release();
  }

  private synchronized void tell(String failure) {
    if (failures.size() < MOST_FAILURES_TOLD) {
      failures.add(failure);
    }
  }

  private List<? extends Recordable> recordables(Entry entry) {
    Stated stated = entry.stated();
    return stated == null ? events(entry) : List.of(statement(entry, stated));
  }

  /** Returns what an actor states. The version of the actor takes the place of an id. */
  private Statement statement(Entry entry, Stated stated) {
    return new Statement(
        Objects.requireNonNullElse(entry.namespace(), namespace),
        entry.counter(),
        stated.actor(),
        stated.version(),
        entry.amount().longValueExact(),
        stated.replaces(),
        entry.time());
  }

  /**
   * Returns the events of an entry: none for the amount 0 of one event; several if one cannot hold
   * the amount or the number of happenings. Each event stands for at least one happening, and has a
   * delta other than 0. So if the amount is less than the number of events, the last one takes away
   * what the others have too much: 0 of two events is 1 and -1.
   */
  List<Event> events(Entry entry) {
    BigInteger amount = entry.amount();
    long happenings = entry.events();
    if (amount.signum() == 0 && happenings == 1) {
      return List.of();
    }
    BigInteger least = BigInteger.valueOf(ofHappenings(happenings));
    boolean isTooLittle = amount.abs().compareTo(least) < 0;
    BigInteger tooMuch = isTooLittle ? amount.abs().add(least) : BigInteger.ZERO;
    List<Event> events = new ArrayList<>();
    add(entry, amount.add(tooMuch), isTooLittle ? happenings - 1 : happenings, events);
    if (isTooLittle) {
      events.add(event(entry, events.size(), tooMuch.negate().longValueExact(), 1));
    }
    return events;
  }

  /** Adds events for an amount, which is at least 1 for each of them. */
  private void add(Entry entry, BigInteger amount, long happenings, List<Event> events) {
    int ofAmount =
        amount
            .abs()
            .add(LARGEST_DELTA)
            .subtract(BigInteger.ONE)
            .divide(LARGEST_DELTA)
            .intValueExact();
    int parts = Math.max(ofAmount, ofHappenings(happenings));
    BigInteger most =
        parts == ofAmount ? LARGEST_DELTA : amount.abs().divide(BigInteger.valueOf(parts));
    BigInteger left = amount;
    long others = happenings;
    for (int i = 0; i < parts; i++) {
      BigInteger part = i == parts - 1 ? left : left.min(most).max(most.negate());
      long some = Math.max(1, others / (parts - i));
      left = left.subtract(part);
      others -= some;
      events.add(event(entry, i, part.longValueExact(), (int) some));
    }
  }

  private static int ofHappenings(long happenings) {
    return Math.toIntExact((happenings - 1) / MOST_HAPPENINGS + 1);
  }

  private Event event(Entry entry, int index, long delta, int happenings) {
    String id = entry.id() == null ? run + LINE + entry.line() : entry.id();
    return new Event(
        Objects.requireNonNullElse(entry.namespace(), namespace),
        entry.counter(),
        delta,
        happenings,
        index == 0 ? id : id + PART + index,
        entry.time(),
        entry.labels());
  }

  public long recorded() {
    return recorded.sum();
  }

  public long refused() {
    return refused.sum();
  }

  public long inDoubt() {
    return inDoubt.sum();
  }

  /** Returns the messages of the first failures, at most {@link #MOST_FAILURES_TOLD}. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }
}
