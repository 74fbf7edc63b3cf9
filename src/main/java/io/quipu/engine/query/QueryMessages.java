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

/** The questions that query verticles take, their answers, and the hints that they give and get. */
public final class QueryMessages {
  private QueryMessages() {}

  /**
   * @param asked names this question, so that it can be withdrawn
   */
  public record Recount(KnownCounter counter, UUID asked) {}

  /**
   * @param past up to where it is to be settled, that included; {@link EventTime#MIN} for as far as
   *     is possible now
   */
  public record AwaitedPage(int page, EventTime past) {}

  /**
   * @param options that its kind has understood
   */
  public record OptionedRead(KnownCounter counter, ReadOptions options) {}

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
  public record ListRange(String namespace, int shards, NameRange names, int limit) {}

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
