package io.quipu.query;

import io.quipu.bus.Address;
import io.quipu.bus.Topic;
import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.Granularity;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.recount.RecountReport;
import io.quipu.store.Checkpoint;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What may be asked of the query verticles. All fail with the store unavailable, none otherwise.
 */
public final class QueryAddresses {
  /** The count of one counter; served by the instance of its key. */
  public static final Address<CounterName, Count> COUNT = Address.of("count.read");

  /** The counts of several counters that belong to the same instance, in the same order. */
  public static final Address<Names, Counts> COUNTS = Address.of("count.read-all");

  /** The windows of one counter; served by the instance of its key. */
  public static final Address<Range, WindowCounts> WINDOWS = Address.of("count.windows");

  /** A page of the settled counters of a namespace; served by any instance. */
  public static final Address<Page, Listing> LIST = Address.of("count.list");

  /** What became of recorded events; answers when they are settled. Served by any instance. */
  public static final Address<AcknowledgedEvents, Verdicts> VERDICTS = Address.of("count.verdicts");

  /** Counts the retained rows of a counter again; served by any instance, one at a time. */
  public static final Address<Recount, RecountReport> RECOUNT = Address.of("count.recount");

  /** By what they were asked for, recounts for which nobody waits any more. */
  public static final Topic<UUID> WITHDRAWN_RECOUNTS = Topic.of("count.recount-withdrawn");

  /** Hints that a read found a long tail: the counter should be settled ahead of others. */
  public static final Topic<CounterName> LONG_TAIL = Topic.of("count.long-tail");

  /**
   * Hints that windows of a counter have ended, and its checkpoint rests before their end: they can
   * be settled only if it moves.
   */
  public static final Topic<CounterName> ENDED_WINDOWS = Topic.of("count.ended-windows");

  private QueryAddresses() {}

  /**
   * Acknowledged events of one counter.
   *
   * @param rows the row of each, in the order of the events
   * @param ids the id of each that was stored with one, else null
   * @param deltas of each
   */
  public record AcknowledgedEvents(
      CounterName counter, List<UUID> rows, List<@Nullable String> ids, List<Long> deltas) {
    public AcknowledgedEvents {
      if (rows.size() != ids.size() || rows.size() != deltas.size()) {
        throw new IllegalArgumentException(
            rows.size() + " rows, " + ids.size() + " ids, " + deltas.size() + " deltas");
      }
    }
  }

  /**
   * @param asked names this question, so that it can be withdrawn
   */
  public record Recount(CounterName counter, UUID asked) {}

  /** In the order of the events. */
  public record Verdicts(List<Verdict> verdicts) {}

  public record Names(List<CounterName> counters) {}

  public record Counts(List<Count> counts) {}

  /** The windows from {@code first} to {@code last}, both included. */
  public record Range(CounterName counter, Granularity granularity, Window first, Window last) {
    public Range {
      if (first.granularity() != granularity
          || last.granularity() != granularity
          || last.startSecond() < first.startSecond()) {
        throw new IllegalArgumentException("no range of " + granularity + ": " + first + last);
      }
    }
  }

  public record WindowCounts(List<WindowCount> windows) {}

  /** At most {@code limit} counters with names after {@code after}, in order of UTF-8 bytes. */
  public record Page(String namespace, String after, int limit) {}

  public record Listing(List<SettledCounter> counters) {}

  public record SettledCounter(CounterName counter, Checkpoint checkpoint) {}
}
