package io.quipu.engine.query;

import io.quipu.engine.names.Keep;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages to and from query verticles, besides questions about counters: recounts and hints. */
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

  /** The verdicts, in the order of the events. */
  public record Verdicts(List<Verdict> verdicts) {}

  /**
   * Asks for the count of each range of a cover.
   *
   * @param whole whether a range is left out if one of its windows is not shown any more; otherwise
   *     it begins where its windows do
   */
  public record Range(KnownCounter counter, WindowCover cover, boolean whole) {
    public Range(KnownCounter counter, WindowCover cover) {
      this(counter, cover, true);
    }

    /** How late events may be that count in these ranges. */
    Lateness lateness() {
      return Lateness.of(counter.namespace());
    }

    /** The ranges of which all windows are shown at a point that the group time has reached. */
    WindowCover shown(EventTime now) {
      Keep keep = Keep.of(counter.namespace());
      return keep.isAll() ? cover : cover.from(cover.shownFrom(keep, now), whole);
    }

    /** The point from which on all windows of the granularities in the cover are shown. */
    long shownFrom(EventTime now) {
      Keep keep = Keep.of(counter.namespace());
      return cover.runs().stream()
          .map(run -> keep.shownFrom(run.first().granularity(), now))
          .max(Comparator.naturalOrder())
          .orElse(cover.end())
          .epochSecond();
    }

    /** Asks for the windows from {@code first} to {@code last}, both included. */
    public static Range of(KnownCounter counter, Window first, Window last) {
      return new Range(counter, WindowCover.of(first, last));
    }
  }

  /**
   * @param shownFrom where the first range that is left begins, in seconds of Unix time; null if no
   *     range was left out or cut
   */
  public record WindowCounts(List<WindowCount> windows, @Nullable Long shownFrom) {}

  /**
   * @param until the point up to which the counters of the page are settled, exclusive
   */
  public record PassedPage(int page, EventTime until) {}
}
