package io.quipu.query;

import io.quipu.bus.Address;
import io.quipu.bus.Topic;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.KnownCounter;
import io.quipu.counter.NameRange;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.kind.AcknowledgedEvents;
import io.quipu.kind.Answer;
import io.quipu.page.Layout;
import io.quipu.recount.RecountReport;
import java.util.List;
import java.util.UUID;

/**
 * What may be asked of the query verticles. All fail with the store unavailable, none otherwise.
 */
public final class QueryAddresses {
  /** The count of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<KnownCounter, Answer> COUNT = Address.of("count.read");

  /** The counts of several counters that belong to the same instance, in any order. */
  public static final Address<Names, Counts> COUNTS = Address.of("count.read-all");

  /** The windows of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<Range, WindowCounts> WINDOWS = Address.of("count.windows");

  /** A page of the settled counters of a namespace; served by any instance. */
  public static final Address<Page, Listing> LIST = Address.of("count.list");

  /** What became of recorded events; answers when they are settled. Served by any instance. */
  public static final Address<AcknowledgedEvents, Verdicts> VERDICTS = Address.of("count.verdicts");

  /** Counts the retained rows of a counter again; served by any instance, one at a time. */
  public static final Address<Recount, RecountReport> RECOUNT = Address.of("count.recount");

  /** By what they were asked for, recounts for which nobody waits any more. */
  public static final Topic<UUID> WITHDRAWN_RECOUNTS = Topic.of("count.recount-withdrawn");

  /** Hints that somebody waits for a page to be settled, or would gain by it. */
  public static final Topic<AwaitedPage> AWAITED_PAGES = Topic.of("count.awaited-pages");

  /**
   * Hints that windows have ended for which somebody asked, and the page rests before their end:
   * they can be settled only if it moves.
   */
  public static final Topic<Integer> ENDED_WINDOWS = Topic.of("count.ended-windows");

  /** Hints that a page was settled further, from whoever has settled it. */
  public static final Topic<PassedPage> PASSED_PAGES = Topic.of("count.passed-pages");

  private QueryAddresses() {}

  /**
   * Which of the instances has a counter: that of its first page, so that counters of a page can be
   * read together, and one instance knows where the tail of the page begins.
   */
  public static int instanceOf(CounterName counter, Layout layout, int instances) {
    return layout.page(counter) % instances;
  }

  /**
   * @param asked names this question, so that it can be withdrawn
   */
  public record Recount(KnownCounter counter, UUID asked) {}

  /**
   * @param past up to where it is to be settled, that included; {@link EventTime#MIN} for as far as
   *     is possible now
   */
  public record AwaitedPage(int page, EventTime past) {}

  /** In the order of the events. */
  public record Verdicts(List<Verdict> verdicts) {}

  public record Names(List<KnownCounter> counters) {}

  public record Counts(List<Answer> counts) {}

  /** The windows from {@code first} to {@code last}, both included. */
  public record Range(KnownCounter counter, Granularity granularity, Window first, Window last) {
    public Range {
      if (first.granularity() != granularity
          || last.granularity() != granularity
          || last.startSecond() < first.startSecond()) {
        throw new IllegalArgumentException("no range of " + granularity + ": " + first + last);
      }
    }
  }

  public record WindowCounts(List<WindowCount> windows) {}

  /**
   * The first counters of a namespace in a range of names, at most {@code limit}, in order of UTF-8
   * bytes.
   *
   * @param shards of the namespace
   */
  public record Page(String namespace, int shards, NameRange names, int limit) {}

  public record Listing(List<SettledCounter> counters) {}

  /**
   * @param settled the sum over its pages
   * @param until up to where the last of them has got
   */
  public record SettledCounter(CounterName counter, Tally settled, EventTime until) {}

  /**
   * @param until exclusive: up to here its counters are settled
   */
  public record PassedPage(int page, EventTime until) {}
}
