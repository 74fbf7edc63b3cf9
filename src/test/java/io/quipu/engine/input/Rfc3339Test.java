package io.quipu.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Rfc3339Test {
  @Property
  void isTheSameInstant_inWhicheverOffsetAndWithHoweverManyDigits(
      @ForAll @LongRange(min = -12_000_000_000L, max = 100_000_000_000L) long second,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos,
      @ForAll @IntRange(min = -1439, max = 1439) int offset,
      @ForAll @IntRange(min = 0, max = 30) int moreDigits) {
    Instant instant = Instant.ofEpochSecond(second, nanos);
    String local =
        OffsetDateTime.ofInstant(instant.plusSeconds(offset * 60L), ZoneOffset.UTC)
            .toLocalDateTime()
            .withNano(0)
            .toString();
    String whole = local.length() == 16 ? local + ":00" : local;
    String fraction = ".%09d%s".formatted(nanos, "7".repeat(moreDigits));
    String sign = offset < 0 ? "-" : "+";
    String suffix = "%s%02d:%02d".formatted(sign, Math.abs(offset) / 60, Math.abs(offset) % 60);
    assertThat(Rfc3339.parse(whole + fraction + suffix)).isEqualTo(instant);
  }

  @ParameterizedTest
  @CsvSource({
    "2016-12-31T23:59:60Z, 2016-12-31T23:59:59.999999999Z",
    "2016-12-31T23:59:60.7Z, 2016-12-31T23:59:59.999999999Z",
    "2017-01-01T08:59:60+09:00, 2016-12-31T23:59:59.999999999Z",
    "1990-06-30t15:59:60-08:00, 1990-06-30T23:59:59.999999999Z",
  })
  void takesALeapSecondForTheEndOfItsDay(String text, Instant instant) {
    assertThat(Rfc3339.parse(text)).isEqualTo(instant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2016-12-30T23:59:60Z|last day of a month",
        "2016-12-31T23:58:60Z|last day of a month",
        "2026-01-01T12:00:00 02:00|%2B",
        "2026-01-01T12:00:00 0200|%2B",
        "2026-01-01|2026-01-01T00:00:00Z",
        "2026-01-01T12:00:00|offset",
        "2026-01-01 12:00|offset",
        "1767268800|number",
        "1767268800.5|number",
        "2026-01-01T12:00:00+24:00|-23:59 and +23:59",
        "2026-02-30T12:00:00Z|FEBRUARY 30",
        "2026-01-01T25:00:00Z|HourOfDay",
        "yesterday|RFC 3339",
        "''|RFC 3339",
      })
  void saysWhatToWriteInstead(String text, String advice) {
    assertThatThrownBy(() -> Rfc3339.parse(text))
        .isInstanceOf(DateTimeException.class)
        .hasMessageContaining(advice);
  }
}
