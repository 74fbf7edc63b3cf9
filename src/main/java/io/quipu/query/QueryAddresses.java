package io.quipu.query;

import io.quipu.query.QueryMessages.Recount;
import io.quipu.query.QueryMessages.AwaitedPage;
import io.quipu.query.QueryMessages.OptionedRead;
import io.quipu.query.QueryMessages.Verdicts;
import io.quipu.query.QueryMessages.Names;
import io.quipu.query.QueryMessages.Counts;
import io.quipu.query.QueryMessages.Range;
import io.quipu.query.QueryMessages.WindowCounts;
import io.quipu.query.QueryMessages.Page;
import io.quipu.query.QueryMessages.Listing;
import io.quipu.query.QueryMessages.SettledCounter;
import io.quipu.query.QueryMessages.PassedPage;

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
import io.quipu.kind.ReadOptions;
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

  /** The same as {@link #COUNT}, for somebody who wants it in another way. */
  public static final Address<OptionedRead, Answer> COUNT_WITH_OPTIONS =
      Address.of("count.read-with-options");

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

}
