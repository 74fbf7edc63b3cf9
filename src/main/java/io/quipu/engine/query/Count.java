package io.quipu.engine.query;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.Tally;
import java.math.BigInteger;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/**
 * A count, as a settled part and a tail.
 *
 * @param settled the count in the checkpoint, which is final
 * @param until the settled part covers every acknowledged event before this point; {@link
 *     EventTime#MIN} if nothing is settled yet
 * @param tail the count of the rows at or after {@code until}
 */
public record Count(CounterName counter, Tally settled, EventTime until, Tally tail)
    implements Answer {
  /**
   * Writes three digits, rounded down: a count settled until a time is settled until any earlier
   * time.
   */
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** The sum of settled part and tail. */
  public Tally total() {
    return settled.plus(tail);
  }

  @Override
  public void write(JsonText json) {
    json.field("namespace", counter.namespace()).field("counter", counter.name());
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
  public Number number() {
    return total().count();
  }

  /** The text of a time in answers. */
  public static String time(EventTime time) {
    return MILLIS.format(time.instant());
  }

  /** Writes the members {@code count} and {@code events}. */
  public static JsonText write(JsonText json, Tally tally) {
    return json.field("count", tally.count()).field("events", tally.events());
  }

  @Override
  public BigInteger wholeNumber() {
    return total().count();
  }

  @Override
  public boolean isEmpty() {
    // A reset in the tail takes settled events away: the events of the tail are then below 0.
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
