package io.quipu.engine.query;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowCount;
import java.util.List;
import java.util.UUID;

/**
 * The questions to query verticles, the answers, and the hints that query verticles send and get.
 */
public final class QueryMessages {
  private QueryMessages() {}

  /**
   * @param asked id of this question, by which a caller can withdraw the question
   */
  public record Recount(KnownCounter counter, UUID asked) {}

  /**
   * @param past the point up to which the page is to be settled, inclusive; {@link EventTime#MIN}
   *     for as far as possible now
   */
  public record AwaitedPage(int page, EventTime past) {}

  /**
   * @param options the options, as the kind of the counter has parsed them
   */
  public record OptionedRead(KnownCounter counter, ReadOptions options) {}

  /** The verdicts, in the order of the events. */
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
   * @param shards number of shards of the namespace
   */
  public record CounterRange(String namespace, int shards, NameRange names, int limit) {}

  public record Listing(List<SettledCounter> counters) {}

  /**
   * @param settled the settled count, summed over the pages of the counter
   * @param until the point up to which all of these pages are settled
   */
  public record SettledCounter(CounterName counter, Tally settled, EventTime until) {}

  /**
   * @param until the point up to which the counters of the page are settled, exclusive
   */
  public record PassedPage(int page, EventTime until) {}
}
