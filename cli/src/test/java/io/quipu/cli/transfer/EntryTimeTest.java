package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dates and times of every zone, around every change of its clocks. */
class EntryTimeTest {
  /** One zone of each history of clocks. */
  private static Collection<ZoneId> zones() {
    Map<ZoneRules, ZoneId> zones =
        ZoneId.getAvailableZoneIds().stream()
            .map(ZoneId::of)
            .collect(Collectors.toMap(ZoneId::getRules, zone -> zone, (one, alias) -> one));
    return zones.values();
  }

  private static Optional<Instant> read(Object local, ZoneId zone) {
    try {
      return Optional.of(EntryTime.parse(local.toString(), zone));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Test
  void aDateIsTheFirstMomentOfThatDay_orThereIsNoSuchDay() {
    for (ZoneId zone : zones()) {
      for (ZoneOffsetTransition change : zone.getRules().getTransitions()) {
        LocalDate first = change.getDateTimeBefore().toLocalDate().minusDays(1);
        first.datesUntil(first.plusDays(4)).forEach(date -> checkDate(date, zone));
      }
    }
  }

  private static void checkDate(LocalDate date, ZoneId zone) {
    Optional<Instant> read = read(date, zone);
    if (read.isPresent()) {
      Instant start = read.get();
      assertThat(date(start, zone)).as("%s", zone).isEqualTo(date);
      assertThat(date(start.minusNanos(1), zone)).as("%s before", zone).isNotEqualTo(date);
    } else {
      Instant noon = date.atTime(12, 0).toInstant(ZoneOffset.UTC);
      assertThat(
              LongStream.rangeClosed(-40 * 60, 40 * 60)
                  .mapToObj(minute -> noon.plusSeconds(60 * minute)))
          .as("%s has %s", zone, date)
          .noneMatch(moment -> date(moment, zone).equals(date));
    }
  }

  private static LocalDate date(Instant moment, ZoneId zone) {
    return moment.atZone(zone).toLocalDate();
  }

  @Test
  void aLocalTimeIsTheOneMomentThatClocksShowIt() {
    for (ZoneId zone : zones()) {
      List<ZoneOffsetTransition> changes = zone.getRules().getTransitions();
      Set<ZoneOffset> offsets =
          changes.stream()
              .flatMap(change -> Stream.of(change.getOffsetBefore(), change.getOffsetAfter()))
              .collect(Collectors.toSet());
      for (ZoneOffsetTransition change : changes) {
        Stream.of(change.getDateTimeBefore(), change.getDateTimeAfter())
            .flatMap(local -> Stream.of(local.minusSeconds(1), local, local.plusSeconds(1)))
            .forEach(local -> checkTime(local, offsets, zone));
      }
    }
  }

  private static void checkTime(LocalDateTime local, Set<ZoneOffset> offsets, ZoneId zone) {
    Instant[] moments =
        offsets.stream()
            .map(local::toInstant)
            .filter(moment -> moment.atZone(zone).toLocalDateTime().equals(local))
            .toArray(Instant[]::new);
    assertThat(read(local, zone))
        .as("%s in %s", local, zone)
        .isEqualTo(moments.length == 1 ? Optional.of(moments[0]) : Optional.empty());
  }

  @Test
  void aDayThatAZoneLeftOutIsNone() {
    assertThat(read("2011-12-30", ZoneId.of("Pacific/Apia"))).isEmpty();
    assertThat(read("1993-08-21", ZoneId.of("Pacific/Kwajalein"))).isEmpty();
  }

  @Test
  void aFractionHasAnyNumberOfDigits() {
    assertThat(read("2026-03-28 00:00:00.12345678987", ZoneId.of("Europe/Zurich")))
        .contains(Instant.parse("2026-03-27T23:00:00.123456789Z"));
  }
}
