package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.TimeZones;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Reads the time zone of a query, and writes times of the zone. */
final class ZoneInput {
  static final String FIELD = "tz";

  private ZoneInput() {}

  /**
   * The zone that the query names; UTC if it names none.
   *
   * @throws InvalidInput naming {@code tz} if there is no such zone
   */
  static ZoneId of(Query query) {
    return query.get(FIELD).map(id -> TimeZones.parse(FIELD, id)).orElse(ZoneOffset.UTC);
  }

  /** The start of a second of Unix time with the offset that the zone has then. */
  static String text(ZoneId zone, long second) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochSecond(second).atZone(zone));
  }
}
