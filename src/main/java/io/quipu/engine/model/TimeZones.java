package io.quipu.engine.model;

import java.time.ZoneId;
import java.time.zone.ZoneRulesProvider;
import java.util.Set;

/** Reads names of time zones, those of the IANA time zone database. */
public final class TimeZones {
  private static final Set<String> IDS = ZoneRulesProvider.getAvailableZoneIds();

  private TimeZones() {}

  /**
   * The zone with a name. An offset such as {@code +02:00} is not a name.
   *
   * @param field which the input came in
   * @throws InvalidInput naming the field if there is no such zone
   */
  public static ZoneId parse(String field, String id) {
    if (!IDS.contains(id)) {
      throw new InvalidInput(
          field, field + " must be the name of a time zone, such as Europe/Zurich or UTC");
    }
    return ZoneId.of(id);
  }
}
