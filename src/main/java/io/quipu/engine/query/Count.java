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
 * A count and how exact it is.
 *
 * @param settled what the checkpoint holds: final, never to change
 * @param until the settled part covers every acknowledged event before this point; {@link
 *     EventTime#MIN} when nothing has been settled yet
 * @param tail what was counted from rows at or after {@code until}
 */
public record Count(CounterName counter, Tally settled, EventTime until, Tally tail)
    implements Answer {
  /**
   * Always three digits, cut off: what is settled until a time is settled until a little before.
   */
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** Settled and tail together. */
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

  /** As it is written. */
  public static String time(EventTime time) {
    return MILLIS.format(time.instant());
  }

  /** The members {@code count} and {@code events}. */
  public static JsonText write(JsonText json, Tally tally) {
    return json.field("count", tally.count()).field("events", tally.events());
  }

  @Override
  public BigInteger wholeNumber() {
    return total().count();
  }

  @Override
  public boolean isEmpty() {
    // a reset that is not settled is below 0 in the tail, and takes away what is settled
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
