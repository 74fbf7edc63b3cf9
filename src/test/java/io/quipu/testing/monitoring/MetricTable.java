package io.quipu.testing.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that docs/operations.md lists, by name: their type, their labels, and whether they
 * come only with what they are about.
 */
public record MetricTable(TreeMap<String, Row> rows) {
  private static final Path OPERATIONS = Path.of("docs", "operations.md");

  /** The names, the type, and the text. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`[a-z].*?) \\| (counter|gauge|histogram|summary) \\|(.*)\\|$");

  private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+)(?:\\{([a-z_,]*)})?`");

  /** Said in the text of those that need not be there. */
  private static final String SOMETIMES = "Sometimes:";

  /**
   * A metric that is listed.
   *
   * @param labels besides those of buckets
   */
  public record Row(String type, Set<String> labels, boolean always) {}

  public static MetricTable ofOperations() {
    try {
      return of(Files.readString(OPERATIONS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MetricTable of(String text) {
    TreeMap<String, Row> rows = new TreeMap<>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      boolean always = !row.group(3).strip().startsWith(SOMETIMES);
      String type = row.group(2);
      NAME.matcher(row.group(1))
          .results()
          .forEach(name -> rows.put(name.group(1), new Row(type, labels(name.group(2)), always)));
    }
    return new MetricTable(rows);
  }

  /** Whether a series may be called so: a metric, or a part of one. */
  boolean hasSeries(String name) {
    return rows.containsKey(name)
        || rows.containsKey(name.replaceFirst("_(bucket|count|sum|max)$", ""));
  }

  private static Set<String> labels(String list) {
    return list == null ? Set.of() : new TreeSet<>(List.of(list.split(",")));
  }
}
