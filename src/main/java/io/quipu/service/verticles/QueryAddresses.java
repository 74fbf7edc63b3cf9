package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.Counts;
import io.quipu.engine.query.QueryMessages.Listing;
import io.quipu.engine.query.QueryMessages.Names;
import io.quipu.engine.query.QueryMessages.OptionedRead;
import io.quipu.engine.query.QueryMessages.PassedPage;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.engine.query.QueryMessages.Verdicts;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import java.util.UUID;

/**
 * The addresses and topics of query verticles. A request fails only with the store unavailable or
 * busy, or if no reply comes in time.
 */
public final class QueryAddresses {
  /** The count of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<KnownCounter, Answer> COUNT = Address.of("count.read");

  /** The count of one counter, read with options; served by its {@link #instanceOf instance}. */
  public static final Address<OptionedRead, Answer> COUNT_WITH_OPTIONS =
      Address.of("count.read-with-options");

  /** The counts, in any order, of several counters of one {@link #instanceOf instance}. */
  public static final Address<Names, Counts> COUNTS = Address.of("count.read-all");

  /** The windows of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<WindowQuery, WindowAnswers> WINDOWS = Address.of("count.windows");

  /** The counts of series of one counter; served by its {@link #instanceOf instance}. */
  public static final Address<SeriesRange, SeriesAnswers> SERIES = Address.of("count.series");

  /** The settled counts of counters in a range of names. Served by any instance. */
  public static final Address<CounterRange, Listing> LIST = Address.of("count.list");

  /** The verdicts of recorded events, once the events are settled. Served by any instance. */
  public static final Address<AcknowledgedEvents, Verdicts> VERDICTS = Address.of("count.verdicts");

  /** Recounts the retained rows of a counter. Served by any instance, one recount at a time. */
  public static final Address<Recount, RecountReport> RECOUNT = Address.of("count.recount");

  /** The ids of recounts for which no caller waits any more. */
  public static final Topic<UUID> WITHDRAWN_RECOUNTS = Topic.of("count.recount-withdrawn");

  /** Hints that a page should be settled soon, for a waiting caller or because of a long tail. */
  public static final Topic<AwaitedPage> AWAITED_PAGES = Topic.of("count.awaited-pages");

  /**
   * Hints that a page should be moved past the end of windows that a caller asked for. A page
   * without new rows is moved rarely, and the windows are settled only after the move.
   */
  public static final Topic<Integer> ENDED_WINDOWS = Topic.of("count.ended-windows");

  /** Hints that this process has settled a page up to a later time. */
  public static final Topic<PassedPage> PASSED_PAGES = Topic.of("count.passed-pages");

  private QueryAddresses() {}

  /**
   * The instance that reads a counter, by the first page of the counter. So counters with the same
   * first page can be read together, and share what the instance knows about the tail of the page.
   */
  public static int instanceOf(CounterName counter, Layout layout, int instances) {
    return layout.page(counter) % instances;
  }
}
