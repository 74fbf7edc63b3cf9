package io.quipu.edge.kafka.mapping;

import io.quipu.edge.counters.TimeInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventTime;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The source of the time of an event.
 *
 * @param place the place in the value of a record, with a time of RFC 3339 or the milliseconds of
 *     Unix time; null for the timestamp of the record
 */
record RecordTime(@Nullable JsonPointer place) {
  private static final Pattern MILLISECONDS = Pattern.compile("[0-9]{1,14}");

  /**
   * The time of the event of a record.
   *
   * @throws InvalidInput if the record has no valid time there
   */
  EventTime of(RecordFields fields) {
    if (place == null) {
      if (fields.timestamp() < 0) {
        throw new InvalidInput("time", "the record has no timestamp");
      }
      return EventTime.of(Instant.ofEpochMilli(fields.timestamp()));
    }
    String text = place.text(fields.value());
    return MILLISECONDS.matcher(text).matches()
        ? EventTime.of(Instant.ofEpochMilli(Long.parseLong(text)))
        : TimeInput.parse("time", text);
  }
}
