package io.quipu.cli.options;

import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.spelling.Pairs;
import io.quipu.client.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose series of a counter, and the table of their answers. */
public final class SeriesOptions {
  @Option(
      names = "--by",
      paramLabel = "LABELS",
      description = "Prints a line for each value of these labels, such as country,plan.")
  private @Nullable String by;

  @Option(
      names = "--where",
      paramLabel = "LABEL:VALUE",
      description =
          "Only of events with these values of labels, such as country:CH,plan:pro. In a"
              + " value, \\, is a comma and \\\\ a backslash.")
  private @Nullable String where;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "With --by: at most so many of the largest; otherwise 100 (windows: 10).")
  private @Nullable Integer limit;

  public boolean isGiven() {
    return by != null || where != null;
  }

  /** Tells whether there may be several series. */
  public boolean isBroken() {
    return by != null;
  }

  public boolean isLimited() {
    return limit != null;
  }

  /** Adds the options to a query. */
  public Query in(Query query) {
    return query
        .with("by", by)
        .with("where", where)
        .with("limit", limit == null ? null : limit.toString());
  }

  /**
   * Adds the options to a question.
   *
   * @throws IllegalArgumentException saying which option is not valid
   */
  public void in(JsonObject question) {
    if (by != null) {
      question.put("by", List.of(by.split(",", -1)));
    }
    if (where != null) {
      try {
        question.put("where", Pairs.of(parts(where), ":", "country:CH"));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--where=" + e.getMessage(), e);
      }
    }
    if (limit != null) {
      question.put("limit", limit);
    }
  }

  /** Splits a text at its commas, and takes the backslashes out of the parts. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        boolean escaped = c == '\\' && i + 1 < text.length();
        part.append(escaped ? text.charAt(++i) : c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  /** Returns the series of an answer, or the answer itself where it is not of several. */
  public static List<JsonObject> of(JsonObject answer) {
    return answer.has("series") ? answer.objects("series") : List.of(answer);
  }

  /**
   * Prints a table with the labels of the series of an answer before the other columns.
   *
   * @param rows the cells of the other columns, in each row of one series
   */
  public static void print(
      JsonObject answer,
      PrintWriter out,
      List<String> head,
      Function<JsonObject, List<List<?>>> rows) {
    List<JsonObject> all = of(answer);
    Stream<String> labels = all.isEmpty() ? Stream.of() : labels(all.get(0)).keySet().stream();
    Table table =
        new Table(
            Stream.concat(labels.map(label -> label.toUpperCase(Locale.ROOT)), head.stream())
                .toArray(String[]::new));
    for (JsonObject one : all) {
      Collection<@Nullable Object> values = labels(one).values();
      for (List<?> row : rows.apply(one)) {
        List<Object> cells = new ArrayList<>(values);
        cells.addAll(row);
        table.add(cells.toArray());
      }
    }
    table.print(out);
  }

  private static Map<String, @Nullable Object> labels(JsonObject series) {
    return series.has("labels") ? series.object("labels").members() : Map.of();
  }
}
