package io.quipu.lab.strategies.report;

import io.quipu.lab.strategies.measure.Result;
import io.quipu.lab.strategies.measure.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes one HTML file of a report, with plots. The file needs no other files. */
public final class Page {
  private static final String STYLE = "/strategies/page.css";

  private final Report report;
  private final StringBuilder html = new StringBuilder();

  private Page(Report report) {
    this.report = report;
  }

  /**
   * @param about the descriptions of the ways to count, by the title of the way
   */
  public static String of(Report report, Map<String, String> about) {
    Page page = new Page(report);
    page.head();
    page.speeds();
    page.reads();
    page.outcomes();
    page.about(about);
    return page.html.append("</main></body></html>\n").toString();
  }

  private void head() {
    add(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<title>Ways to count, side by side</title><style>",
        style(),
        "</style></head><body><main><h1>Ways to count, side by side</h1><ul class=\"settings\">");
    report.settings().forEach(line -> add("<li>", escaped(line), "</li>"));
    add("</ul>");
  }

  private void speeds() {
    add(
        "<section><h2>Increments a second</h2><p>More is better. ",
        "<b class=\"ours\">Quipu</b> among the others.</p><div class=\"bars\">");
    List<Result> fastestFirst =
        report.results().stream()
            .filter(Result::hasSpeed)
            .sorted(Comparator.comparingDouble(Result::perSecond).reversed())
            .toList();
    double most = fastestFirst.isEmpty() ? 1 : Math.max(1, fastestFirst.get(0).perSecond());
    fastestFirst.forEach(result -> speed(result, 100 * result.perSecond() / most));
    add("</div></section>");
  }

  private void speed(Result result, double percent) {
    add(
        "<span class=\"",
        side(result),
        "\">",
        escaped(result.title()),
        "</span><span class=\"figure\">",
        escaped(Table.speed(result)),
        "</span><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" width=\"%.2f\" height=\"10\"/>",
            side(result),
            percent),
        "</svg>");
  }

  private void reads() {
    add(
        "<section><h2>What a read costs as a counter grows</h2><p>The median of a read by the",
        " number of events, both axes logarithmic; the others in grey. Flat and low is better.</p>",
        "<div class=\"panels\">");
    ReadPlot plot = new ReadPlot(report.results());
    for (Result result : report.results()) {
      add(
          "<figure><figcaption class=\"",
          side(result),
          "\">",
          escaped(result.title()),
          "</figcaption>",
          plot.of(result),
          "</figure>");
    }
    add("</div></section>");
  }

  private void outcomes() {
    add(
        "<section><h2>Is the count right when things go wrong?</h2>",
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">way to count</th>");
    for (Trouble trouble : Trouble.values()) {
      add("<th scope=\"col\">", trouble.title(), "</th>");
    }
    add("</tr></thead><tbody>");
    for (Result result : report.results()) {
      add("<tr><th scope=\"row\" class=\"", side(result), "\">", escaped(result.title()), "</th>");
      for (Trouble trouble : Trouble.values()) {
        outcome(result.outcomes().get(trouble));
      }
      add("</tr>");
    }
    add("</tbody></table></div><dl>");
    for (Trouble trouble : Trouble.values()) {
      term(trouble.title(), trouble.meaning());
    }
    add("</dl></section>");
  }

  private void outcome(Result.@Nullable Outcome outcome) {
    add(
        "<td class=\"",
        outcome == null ? "unknown" : outcome.isRight() ? "right" : "wrong",
        "\">",
        escaped(Figures.outcome(outcome)),
        "</td>");
  }

  private void about(Map<String, String> about) {
    add("<section><h2>The ways</h2><dl>");
    report
        .results()
        .forEach(result -> term(result.title(), about.getOrDefault(result.title(), "")));
    add("</dl></section>");
  }

  private void term(String term, String meaning) {
    add("<dt>", escaped(term), "</dt><dd>", escaped(meaning), "</dd>");
  }

  private static String side(Result result) {
    return result.ours() ? "ours" : "naive";
  }

  private void add(String... parts) {
    for (String part : parts) {
      html.append(part);
    }
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String style() {
    try (InputStream file = Objects.requireNonNull(Page.class.getResourceAsStream(STYLE))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
