package io.quipu.tools.cli.transfer;

import io.quipu.client.Event;
import io.quipu.client.InDoubtException;
import io.quipu.client.QuipuClient;
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
 * Records the events of entries, each once. Without an id in the entry, the id of an event is made
 * of the run and the line. So a run that broke off is repeated from its beginning, and no event
 * counts twice.
 *
 * <p>There are two conditions: the namespace still remembers the ids, and no other import has the
 * same run.
 */
public final class Import {
  /** The most events without an answer, which bounds the memory. */
  private static final int AT_ONCE = 5_000;

  private static final int MOST_FAILURES_TOLD = 10;

  /** The largest delta of one event. */
  static final BigInteger LARGEST_DELTA = BigInteger.TEN.pow(15);

  private final QuipuClient client;
  private final String namespace;
  private final String run;
  private final Semaphore room = new Semaphore(AT_ONCE);
  private final LongAdder recorded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder inDoubt = new LongAdder();
  private final List<String> failures = new ArrayList<>();

  /**
   * @param client accepts at least {@link #AT_ONCE} events in flight
   * @param namespace of entries that name none
   * @param run the beginning of the ids
   */
  public Import(QuipuClient client, String namespace, String run) {
    this.client = client;
    this.namespace = namespace;
    this.run = run;
  }

  /** Records entries, and returns when each event is recorded or given up. */
  public void record(Stream<Entry> entries) throws InterruptedException {
    try {
      Iterator<Entry> rest = entries.iterator();
      while (rest.hasNext()) {
        Entry entry = rest.next();
        for (Event event : events(entry)) {
          room.acquire();
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

  /** Returns the events of an entry: none for 0, several for an amount beyond the largest delta. */
  List<Event> events(Entry entry) {
    List<Event> events = new ArrayList<>();
    BigInteger rest = entry.amount();
    while (rest.signum() != 0) {
      BigInteger part = rest.min(LARGEST_DELTA).max(LARGEST_DELTA.negate());
      rest = rest.subtract(part);
      String id = Objects.requireNonNullElse(entry.id(), run + ":" + entry.line());
      events.add(
          new Event(
              Objects.requireNonNullElse(entry.namespace(), namespace),
              entry.counter(),
              part.longValueExact(),
              events.isEmpty() ? id : id + ":" + events.size()));
    }
    return events;
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

  /** Returns the first failures, at most {@link #MOST_FAILURES_TOLD}. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }
}
