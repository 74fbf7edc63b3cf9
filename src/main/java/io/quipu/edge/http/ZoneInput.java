package io.quipu.edge.http;

import io.quipu.edge.web.Query;
import io.quipu.engine.model.InvalidInput;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneRulesProvider;
import java.util.Set;

/** Reads the time zone of a query, and writes times of the zone. */
final class ZoneInput {
  static final String FIELD = "tz";

  private static final Set<String> IDS = ZoneRulesProvider.getAvailableZoneIds();

  private ZoneInput() {}

  /**
   * The zone that the query names; UTC if it names none.
   *
   * @throws InvalidInput naming {@code tz} if there is no such zone
   */
  static ZoneId of(Query query) {
    return query.get(FIELD).map(ZoneInput::parse).orElse(ZoneOffset.UTC);
  }

  private static ZoneId parse(String id) {
    if (!IDS.contains(id)) {
      throw new InvalidInput(
          FIELD, FIELD + " must be the name of a time zone, such as Europe/Zurich or UTC");
    }
    return ZoneId.of(id);
  }

  /** The start of a second of Unix time with the offset that the zone has then. */
  static String text(ZoneId zone, long second) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochSecond(second).atZone(zone));
  }
}
