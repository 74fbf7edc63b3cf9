package io.quipu.edge.counters;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Rfc3339;
import io.quipu.engine.windows.EventTime;
import java.time.DateTimeException;

/** Reads times of events: of RFC 3339, with {@code Z} or an offset. */
public final class TimeInput {
  private TimeInput() {}

  /**
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235,
   *     both inclusive, in UTC
   */
  public static EventTime parse(String field, String text) {
    try {
      return EventTime.checked(field, text, Rfc3339.parse(text));
    } catch (DateTimeException e) {
      throw new InvalidInput(
          field, field + " is " + InvalidInput.shown(text) + "; " + e.getMessage());
    }
  }
}
