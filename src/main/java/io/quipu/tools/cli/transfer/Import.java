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
 * Records what entries say, each once: the id of an event follows from the run and from the line,
 * so that a run that broke off is repeated from its beginning, and what was recorded counts once.
 *
 * <p>What holds that up is the memory of the namespace for ids, and that a run is never the name of
 * anything else.
 */
public final class Import {
  /** Most events without an answer; so much is in memory. */
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
   * @param client takes {@link #AT_ONCE} events at least
   * @param namespace of entries that name none
   * @param run what the ids begin with
   */
  public Import(QuipuClient client, String namespace, String run) {
    this.client = client;
    this.namespace = namespace;
    this.run = run;
  }

  /** Records them, and answers when each is recorded or given up. */
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

  /** As many as it takes: none for 0, several for what is more than an event may add. */
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

  /** The first of them. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }
}
