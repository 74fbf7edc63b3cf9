package io.quipu.engine.query;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

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
}
