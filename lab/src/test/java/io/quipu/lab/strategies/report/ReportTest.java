package io.quipu.lab.strategies.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.lab.strategies.measure.Plan;
import io.quipu.lab.strategies.measure.Result;
import io.quipu.lab.strategies.measure.Trouble;
import java.io.StringReader;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ReportTest {
  private static final Result RIGHT =
      new Result(
          "a < b",
          true,
          12_345.6,
          0,
          Map.of(100, Duration.ofNanos(250_000), 100_000, Duration.ofNanos(1_250_000)),
          outcomes(500));
  private static final Result WRONG =
      new Result(
          "counter",
          false,
          1.4,
          3,
          Map.of(100, Duration.ofMillis(12), 100_000, Duration.ofMillis(1_200)),
          outcomes(512));
  private static final Report REPORT =
      new Report(
          LocalDate.of(2026, 1, 1),
          "Cassandra 5",
          new Plan(64, 1, Duration.ofSeconds(10), List.of(100, 100_000), 500, 5),
          List.of(RIGHT, WRONG));

  private static Map<Trouble, Result.Outcome> outcomes(long counted) {
    return Map.of(
        Trouble.SENT_AGAIN, new Result.Outcome(500, counted, 25, 0),
        Trouble.ANSWER_LOST, new Result.Outcome(500, 1_012 - counted, 25, 0),
        Trouble.TWO_CLOCKS, new Result.Outcome(500, 500, 0, 0),
        Trouble.SENT_ELSEWHERE, new Result.Outcome(500, 498, 25, 2));
  }

  @Test
  void theTableSaysHowFast_howSlow_andHowWrong() {
    List<String> lines = Table.of(REPORT).lines().toList();
    assertThat(lines.get(0)).contains("increments/s", "read at 100,000", "sent again");
    assertThat(lines.get(2))
        .contains("a < b", "12,346", "0.25 ms", "1.3 ms", "right", "+12", "-2, 2 not answered");
    assertThat(lines.get(3)).contains("counter", "1 (3 failed)", "12 ms", "1,200 ms", "+12");
    assertThat(lines.subList(0, 4)).map(String::length).containsOnly(lines.get(0).length());
    assertThat(lines.subList(0, 4)).allMatch(line -> line.startsWith("|") && line.endsWith("|"));
  }

  @Test
  void whatWasNotMeasuredIsADash() {
    Result nothing = new Result("none", false, Double.NaN, 0, Map.of(), Map.of());
    Report report =
        new Report(REPORT.day(), REPORT.cluster(), REPORT.plan(), List.of(RIGHT, nothing));
    assertThat(Table.of(report).lines().toList().get(3)).matches("\\| none +(\\| +– ){7}\\|");
    assertThat(Page.of(report, Map.of())).doesNotContain("NaN").contains("class=\"unknown\">–<");
  }

  @Test
  void thePageNeedsNothingElse() {
    assertThat(page())
        .doesNotContain("http", "<script", "src=", "href=", "url(", "@import")
        .contains("prefers-color-scheme: dark", "width=device-width");
  }

  @Test
  void thePageHasAPlotAndAnExplanationForEachWay() throws Exception {
    assertThat(page()).contains("a &lt; b", "2 &lt; 3").doesNotContain("a < b", "2 < 3");
    assertThat(page().split("<polyline class=\"ours\"", -1)).hasSize(2);
    assertThat(page().split("<polyline class=\"other\"", -1)).hasSize(3);
    assertThat(page()).contains("class=\"wrong\">+12<", "class=\"right\">right<");
    // All tags are closed in order, but for those that HTML leaves open.
    String closed = page().replaceAll("<meta[^>]*>|<!doctype html>|</?li>", "");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(closed)));
  }

  @Test
  void curvesStayOnTheirPaper() {
    Axis axis = new Axis(100, 0, List.of(250.0, 1_250_000.0).stream());
    assertThat(axis.first()).isEqualTo(2);
    assertThat(axis.last()).isEqualTo(7);
    assertThat(axis.place(2)).isEqualTo(100);
    assertThat(axis.place(7)).isZero();
    Axis one = new Axis(0, 10, List.of(100.0).stream());
    assertThat(one.place(2)).isZero();
    assertThat(one.last()).isEqualTo(3);
  }

  private static String page() {
    return Page.of(REPORT, Map.of("a < b", "2 < 3", "counter", "It counts."));
  }
}
