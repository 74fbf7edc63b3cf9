package io.quipu.engine.kinds.linear;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeZones;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hours, days or months in each of which a counter begins again at 0.
 *
 * <p>Invariant: no period of a counter begins twice, whatever the clocks of the instances say. The
 * time of an event decides its period, and times of events of one counter only grow ({@link
 * LinearState#last}).
 *
 * @param zone in which days and months begin
 */
record CountingPeriod(CalendarUnit unit, ZoneId zone) {
  static final String SETTING = "period";
  static final String ZONE = "tz";

  private static final Set<CalendarUnit> UNITS =
      Set.of(CalendarUnit.HOUR, CalendarUnit.DAY, CalendarUnit.MONTH);

  /**
   * The period of a namespace; null if its counters never begin again.
   *
   * @throws InvalidInput naming {@code period} or {@code tz} if the settings are not valid
   */
  static @Nullable CountingPeriod of(Map<String, String> settings) {
    String unit = settings.get(SETTING);
    String zone = settings.get(ZONE);
    if (unit == null) {
      if (zone != null) {
        throw new InvalidInput(ZONE, "tz is the zone of a period; period is missing");
      }
      return null;
    }
    ZoneId found = zone == null ? ZoneOffset.UTC : TimeZones.parse(ZONE, zone);
    return new CountingPeriod(unit(unit), found);
  }

  private static CalendarUnit unit(String label) {
    return UNITS.stream()
        .filter(unit -> unit.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new InvalidInput(SETTING, "period must be hour, day or month"));
  }

  /** The start of the period that holds a time. */
  EventTime startOf(EventTime at) {
    return EventTime.of(unit.startOf(at.instant().atZone(zone)).toInstant());
  }

  /** The end of the period that holds a time, exclusive. */
  EventTime endOf(EventTime at) {
    return EventTime.of(unit.next(unit.startOf(at.instant().atZone(zone))).toInstant());
  }

  /**
   * The count that a counter has at a time, before any further event.
   *
   * @param now not before the last event
   */
  long countAt(EventTime now, LinearState state) {
    return state.last().isBefore(startOf(now)) ? 0 : state.count();
  }
}
