package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The ids of tails of which no row was counted before the {@code until} of their page. While the
 * page stays where it is, later reads of the same tail do not look these ids up again. Confined to
 * one context.
 *
 * <p>Invariant: an id is known only as of the state of the page with which it was looked up. Each
 * {@code until} of a page names one state, and the rows that were counted before it never change.
 * So a look-up that found nothing finds nothing again. Nothing is known of another {@code until}: a
 * step may have counted another row of the id.
 */
final class UncountedIds {
  /** Shorter tails are looked up each time, so that counters with few events take no memory. */
  static final int LEAST = 8;

  /** The maximum size of all known ids in bytes, as estimated: some 11,000 ids of 36 characters. */
  static final int MOST_BYTES = 2 << 20;

  /** The estimated bytes of a known id without its characters. */
  private static final int ID_BYTES = 112;

  private static final int BYTES_PER_CHARACTER = 2;

  private final Map<Tail, Known> tails = new LinkedHashMap<>(16, 0.75f, true);
  private int bytes;

  private record Tail(int page, CounterName counter) implements Comparable<Tail> {
    /** Gives keys an order, so that a hash table stays fast if many keys have one hash. */
    @Override
    public int compareTo(Tail other) {
      int order = Integer.compare(page, other.page);
      return order != 0 ? order : counter.compareTo(other.counter);
    }
  }

  /** The known ids of a tail. */
  private static final class Known {
    final EventTime until;
    final int window;

    /**
     * For each id the ticks of the row that was looked up: an earlier row of the id may repeat rows
     * in other partitions.
     */
    final Map<String, Long> ids = new HashMap<>();

    int bytes;

    /**
     * @param window the window of all rows
     */
    Known(EventTime until, int window) {
      this.until = until;
      this.window = window;
    }

    boolean has(IdRow row) {
      Long since = row.window() == window ? ids.get(row.id()) : null;
      return since != null && since <= row.at().timestamp();
    }

    void add(IdRow row) {
      int more = ID_BYTES + BYTES_PER_CHARACTER * row.id().length();
      if (row.window() == window && bytes + more <= MOST_BYTES) {
        int before = ids.size();
        ids.merge(row.id(), row.at().timestamp(), Math::min);
        bytes += ids.size() == before ? 0 : more;
      }
    }
  }

  /** The rows of a tail whose ids have to be looked up, in the state that ends at {@code until}. */
  List<IdRow> unknown(int page, EventTime until, CounterName counter, List<IdRow> rows) {
    Known known = tails.get(new Tail(page, counter));
    if (known == null || !known.until.equals(until)) {
      return rows;
    }
    List<IdRow> unknown = new ArrayList<>();
    for (IdRow row : rows) {
      if (!known.has(row)) {
        unknown.add(row);
      }
    }
    return unknown;
  }

  /**
   * Takes in rows whose ids were looked up.
   *
   * @param counted tells whether a counted row of an id was found
   */
  void lookedUp(
      int page, EventTime until, CounterName counter, List<IdRow> rows, Predicate<String> counted) {
    Tail tail = new Tail(page, counter);
    Known known = tails.get(tail);
    if (known != null && until.isBefore(known.until)) {
      return;
    }
    if (known == null || until.isAfter(known.until)) {
      forget(tails.remove(tail));
      if (rows.size() < LEAST) {
        return;
      }
      known = new Known(until, rows.get(0).window());
      tails.put(tail, known);
    }
    int before = known.bytes;
    for (IdRow row : rows) {
      if (!counted.test(row.id())) {
        known.add(row);
      }
    }
    bytes += known.bytes - before;
    forgetOthers();
  }

  /** Forgets the tails that were read longest ago, as long as there are too many bytes. */
  private void forgetOthers() {
    var eldest = tails.values().iterator();
    while (bytes > MOST_BYTES && eldest.hasNext()) {
      forget(eldest.next());
      eldest.remove();
    }
  }

  private void forget(@Nullable Known known) {
    if (known != null) {
      bytes -= known.bytes;
    }
  }

  /** The number of ids that are known. */
  int size() {
    return tails.values().stream().mapToInt(known -> known.ids.size()).sum();
  }

  /** The estimated size of the known ids in bytes. */
  int bytes() {
    return bytes;
  }
}
