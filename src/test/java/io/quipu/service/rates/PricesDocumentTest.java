package io.quipu.service.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.TimeRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
  @CsvSource({"windows of a counter", "names of a list"})
  void hundredsCostOne(String what) throws IOException {
    assertThat(rows())
        .filteredOn(row -> row[0].contains(what) && row[0].contains("each full 100"))
        .as(what)
        .singleElement()
        .satisfies(row -> assertThat(row[1]).isEqualTo("1"));
    assertThat(Prices.together(199)).isEqualTo(1);
    assertThat(Prices.together(200)).isEqualTo(2);
    TimeRange windows = new TimeRange(0, Duration.ofDays(200).toSeconds());
    assertThat(new Ranked(Namespace.DEFAULT, NameRange.ALL, windows).price())
        .isEqualTo(new Ranked(Namespace.DEFAULT, NameRange.ALL, null).price() + 2);
  }
}
