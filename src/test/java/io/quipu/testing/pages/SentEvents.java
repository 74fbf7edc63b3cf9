package io.quipu.testing.pages;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Events that lie at the borders of days of some zones: in the last second of a day, the first of
 * the next, and an hour later.
 */
record SentEvents(List<Sent> all) {
  private static final List<String> COUNTRIES = List.of("CH", "DE", "IN");

  /** An event, and what it adds. */
  record Sent(Instant time, long delta, String country) {}

  static SentEvents at(List<ZoneId> zones, Instant now) {
    List<Sent> all = new ArrayList<>();
    for (ZoneId zone : zones) {
      for (LocalDate day : days(zone, now)) {
        Instant midnight = day.atStartOfDay(zone).toInstant();
        for (long second : new long[] {-1, 0, 3_600}) {
          Instant time = midnight.plusSeconds(second);
          if (!time.isAfter(now)) {
            int i = all.size();
            all.add(new Sent(time, 1 + i * 7 % 13, COUNTRIES.get(i % COUNTRIES.size())));
          }
        }
      }
    }
    all.add(new Sent(now.truncatedTo(ChronoUnit.SECONDS), 3, "CH"));
    return new SentEvents(all);
  }

  /** The days at whose beginnings ranges begin, or have one before them. */
  private static List<LocalDate> days(ZoneId zone, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, zone);
    LocalDate month = today.withDayOfMonth(1);
    LocalDate year = today.withDayOfYear(1);
    Stream<LocalDate> before =
        Stream.of(0, 1, 2, 3, 6, 7, 13, 14, 29, 30, 59, 60).map(today::minusDays);
    Stream<LocalDate> longer = Stream.of(month, month.minusMonths(1), year, year.minusYears(1));
    LocalDate first = firstChosen(zone, now);
    Stream<LocalDate> chosen = Stream.of(-3, 0, 1, 2, 3).map(first::plusDays);
    return Stream.of(before, longer, chosen).flatMap(days -> days).distinct().toList();
  }

  /** The day before the last change of the clock; of a zone without one, a day of last month. */
  static LocalDate firstChosen(ZoneId zone, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, zone);
    var change = zone.getRules().previousTransition(now);
    LocalDate changed =
        change == null ? LocalDate.EPOCH : LocalDate.ofInstant(change.getInstant(), zone);
    return changed.isBefore(today.minusYears(1)) ? today.minusDays(40) : changed.minusDays(1);
  }

  SentEvents where(Predicate<Sent> isOne) {
    return new SentEvents(all.stream().filter(isOne).toList());
  }

  /** Those from a time (inclusive) to another (exclusive). */
  SentEvents between(Instant from, Instant to) {
    return where(one -> !one.time.isBefore(from) && one.time.isBefore(to));
  }

  long count() {
    return all.stream().mapToLong(Sent::delta).sum();
  }

  Instant first() {
    return all.stream().map(Sent::time).min(Comparator.naturalOrder()).orElseThrow();
  }

  /** The events as they are sent, with an id each where the kind needs one. */
  String json(boolean ids) {
    JsonArray events = new JsonArray();
    for (Sent one : all) {
      JsonObject labels = new JsonObject().put("country", one.country);
      JsonObject event = new JsonObject().put("time", one.time.toString()).put("delta", one.delta);
      events.add(event.put("labels", labels));
      if (ids) {
        event.put("id", "id-" + events.size());
      }
    }
    return events.encode();
  }

  /** What the events add, as values of a sketch, which takes them as of now. */
  String values() {
    JsonArray events = new JsonArray();
    all.forEach(one -> events.add(new JsonObject().put("value", one.delta)));
    return events.encode();
  }
}
