package io.quipu.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodTest {
  @ParameterizedTest
  @CsvSource({
    "DAY,   2026-03-01, 2026-02-27, 2026-02-28",
    "WEEK,  2026-11-30, 2026-11-16, 2026-11-23",
    "WEEK,  2026-11-29, 2026-11-09, 2026-11-16",
    "MONTH, 2026-03-31, 2026-01-01, 2026-02-01",
    "MONTH, 2026-01-01, 2025-11-01, 2025-12-01",
  })
  void thePeriodBefore_endsWhereTheLastFullOneBegins(
      Period period, LocalDate today, String from, String to) {
    assertThat(period.before(today))
        .hasToString("{\"from\":\"" + from + "\",\"to\":\"" + to + "\"}");
  }
}
