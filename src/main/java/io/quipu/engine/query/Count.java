package io.quipu.engine.query;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A count, as a settled part and a tail.
 *
 * @param settled the sum of the settled counts of all pages of the counter, final for all events
 *     before {@code until}
 * @param until the settled part covers every acknowledged event before this point; {@link
 *     EventTime#MIN} if a page of the counter was never settled
 * @param tail the count of the rows that are not settled, less the amounts that resets among these
 *     rows take away
 */
public record Count(CounterName counter, Tally settled, EventTime until, Tally tail)
    implements Answer {
  /**
   * Writes three digits, rounded down. Rounding down keeps the answer true, because a count that is
   * settled until a time is also settled until any earlier time.
   */
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** The sum of settled part and tail. */
  public Tally total() {
    return settled.plus(tail);
  }

  @Override
  public void writeParts(JsonText json) {
    write(json, total());
    json.name("settled").beginObject();
    write(json, settled).name("until");
    if (until.equals(EventTime.MIN)) {
      json.nullValue();
    } else {
      json.value(time(until));
    }
    json.endObject().name("tail").beginObject();
    write(json, tail).endObject();
  }

  @Override
  public Tally listed() {
    return total();
  }

  @Override
  public Number number() {
    return total().count();
  }

  /** The text of a time in answers. */
  public static String time(EventTime time) {
    return MILLIS.format(time.instant());
  }

  /** Writes the members {@code count} and {@code events}. */
  public static JsonText write(JsonText json, Tally tally) {
    return tally.write(json);
  }

  @Override
  public BigInteger wholeNumber() {
    return total().count();
  }

  @Override
  public boolean isEmpty() {
    // The events of the tail may be below 0, because a reset in the tail takes away settled events.
    return settled.events() + tail.events() == 0;
  }

  @Override
  public String version() {
    Tally total = total();
    return total.count() + "-" + total.events();
  }

  @Override
  public boolean restsWithPages() {
    return true;
  }

  /** The count of one counter, added up over its pages. Confined to one context. */
  static final class Sum {
    private final CounterName counter;
    private final RunningTally tail = new RunningTally();
    private Tally settled = Tally.ZERO;
    private EventTime until = EventTime.MAX;

    Sum(CounterName counter) {
      this.counter = counter;
    }

    /** Adds the settled count of a page, and the count of its tail. An empty tail may be null. */
    void add(PageState state, @Nullable RunningTally since) {
      if (since != null) {
        tail.add(since);
      }
      settled(state);
    }

    /** Adds the settled count of a page. */
    void settled(PageState state) {
      settled = settled.plus(state.of(counter).total());
      until = EventTime.min(until, state.header().until());
    }

    Tally settled() {
      return settled;
    }

    Count count() {
      return new Count(counter, settled, until, tail.tally());
    }
  }

  /**
   * The sums of the counted rows of one tail, less the amounts of resets, by counter or series.
   * Confined to one context.
   */
  static final class Tail implements PageReads.Sink {
    private static final int NO_BREAKDOWN = -1;

    private final Map<CounterName, RunningTally> sums = new HashMap<>();
    private final int breakdown;

    /** Takes the counters and series that are asked for. */
    Tail() {
      this(NO_BREAKDOWN);
    }

    /** Takes what is asked for, and all series of a breakdown. */
    Tail(int breakdown) {
      this.breakdown = breakdown;
    }

    @Override
    public boolean wants(CounterName any, String key) {
      return breakdown != NO_BREAKDOWN && Series.breakdownOf(key) == breakdown;
    }

    @Override
    public void counts(CounterName one, EventTime at, long minute, long delta, int moreEvents) {
      in(one).add(delta, moreEvents);
    }

    @Override
    public void takesAway(CounterName one, EventTime at, Tally away) {
      in(one).subtract(away);
    }

    private RunningTally in(CounterName one) {
      return sums.computeIfAbsent(one, any -> new RunningTally());
    }

    /** The sum of a counter or series; null if the tail has no rows of it. */
    @Nullable RunningTally of(CounterName one) {
      return sums.get(one);
    }

    /** All that have rows in the tail. */
    Set<CounterName> counters() {
      return sums.keySet();
    }
  }
}
