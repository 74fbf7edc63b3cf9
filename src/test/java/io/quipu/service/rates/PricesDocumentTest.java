package io.quipu.service.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table for callers has the prices of the list. */
class PricesDocumentTest {
  private static final Path DOCUMENT = Path.of("docs", "operations.md");

  /** Returns the first and the last cell of each row of the table. */
  private static List<String[]> rows() throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .dropWhile(line -> !line.equals("## Rates"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> line.substring(1, line.length() - 1).strip().split(" *\\| *"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "a recount, " + Prices.RECOUNT,
    "`top`, " + Prices.RANKING,
    "`order=count`, " + Prices.RANKING,
    "prefix, " + Prices.PREFIX,
    "`/metrics`, " + Prices.METRICS,
  })
  void hasEachPrice(String what, String price) throws IOException {
    assertThat(rows())
        .filteredOn(row -> row[0].contains(what))
        .as(what)
        .singleElement()
        .satisfies(row -> assertThat(row[1]).isEqualTo(price));
  }

  @ParameterizedTest
  @CsvSource({
    "windows of a counter, 'each full 4 '",
    "windows of a counter, 'each full 1,000'",
    "names of a list, each full 100"
  })
  void soManyCostOne(String what, String many) throws IOException {
    assertThat(rows())
        .filteredOn(row -> row[0].contains(what) && row[0].contains(many))
        .as(what)
        .singleElement()
        .satisfies(row -> assertThat(row[1]).isEqualTo("1"));
  }

  @Test
  void namesAndWindowsCostWhatTheTableSays() {
    assertThat(Prices.together(199)).isEqualTo(1);
    assertThat(Prices.together(200)).isEqualTo(2);
    assertThat(priceOfDays(30 * 8 - 1, "UTC")).as("8 months of days").isEqualTo(2);
    assertThat(priceOfDays(365, "UTC")).as("13 partitions").isEqualTo(3);
    assertThat(priceOfDays(365, "Europe/Zurich")).as("366, 8,760 hours").isEqualTo(91 + 8);
    assertThat(priceOfDays(365, "Asia/Kolkata")).as("732, 30,295 windows").isEqualTo(183 + 30);
    TimeRange windows = new TimeRange(0, Duration.ofDays(200).toSeconds());
    assertThat(new Ranked(Namespace.DEFAULT, NameRange.ALL, windows).price())
        .as("7 months of days")
        .isEqualTo(new Ranked(Namespace.DEFAULT, NameRange.ALL, null).price() + 1);
  }

  /** The price of so many days since the beginning of 1970. */
  private static int priceOfDays(int days, String zone) {
    long[] bounds =
        IntStream.rangeClosed(0, days)
            .mapToLong(
                i ->
                    LocalDate.EPOCH
                        .plusDays(i)
                        .atStartOfDay(ZoneId.of(zone))
                        .toInstant()
                        .getEpochSecond())
            .toArray();
    return Question.ofWindows(WindowCover.of(bounds, Set.of(Granularity.values()), "tz"));
  }
}
