package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Layout;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.Counts;
import io.quipu.engine.query.QueryMessages.Listing;
import io.quipu.engine.query.QueryMessages.Names;
import io.quipu.engine.query.QueryMessages.OptionedRead;
import io.quipu.engine.query.QueryMessages.PassedPage;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.engine.query.QueryMessages.Verdicts;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import java.util.UUID;

/** The requests that query verticles take. All fail with the store unavailable, none otherwise. */
public final class QueryAddresses {
  /** The count of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<KnownCounter, Answer> COUNT = Address.of("count.read");

  /** The count of one counter, read with options of its kind. */
  public static final Address<OptionedRead, Answer> COUNT_WITH_OPTIONS =
      Address.of("count.read-with-options");

  /** The counts of several counters that belong to the same instance, in any order. */
  public static final Address<Names, Counts> COUNTS = Address.of("count.read-all");

  /** The windows of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<Range, WindowCounts> WINDOWS = Address.of("count.windows");

  /** A page of the settled counters of a namespace; served by any instance. */
  public static final Address<CounterRange, Listing> LIST = Address.of("count.list");

  /** The verdicts of recorded events, once these are settled. Served by any instance. */
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
