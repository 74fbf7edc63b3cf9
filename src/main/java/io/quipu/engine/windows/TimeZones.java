package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.time.ZoneId;
import java.time.zone.ZoneRulesProvider;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads names of time zones, those of the IANA time zone database. */
public final class TimeZones {
  private static final Set<String> IDS = ZoneRulesProvider.getAvailableZoneIds();
  private static final Pattern OFFSET =
      Pattern.compile("(?:UTC|GMT|UT)?[ +\u2212-][0-9]{1,2}(?::?[0-9]{2}){0,2}");

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
          field,
          field + " must be the name of a time zone, such as Europe/Zurich or UTC" + advice(id));
    }
    return ZoneId.of(id);
  }

  private static String advice(String id) {
    if (IDS.contains(id.replace(' ', '+'))) {
      return "; in a URL, write + as %2B";
    }
    return OFFSET.matcher(id).matches()
        ? "; an offset is no name of a zone: two hours ahead of UTC is Etc/GMT-2"
        : "";
  }
}
