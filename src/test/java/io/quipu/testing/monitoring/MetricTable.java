package io.quipu.testing.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The metrics that monitoring/metrics.txt lists, by name: their type, their labels, and whether
 * they come only with the feature that they are about.
 */
public record MetricTable(TreeMap<String, Row> rows) {
  private static final Path LIST = Path.of("monitoring", "metrics.txt");

  private static final Pattern LINE =
      Pattern.compile("([a-z0-9_]+)(?:\\{([a-z_,]+)})? (counter|gauge|histogram|summary)(\\?)?");

  /**
   * A metric that is listed.
   *
   * @param labels besides those of buckets
   */
  public record Row(String type, Set<String> labels, boolean always) {}

  public static MetricTable read() {
    TreeMap<String, Row> rows = new TreeMap<>();
    try {
      Files.readAllLines(LIST).stream()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> add(line, rows));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new MetricTable(rows);
  }

  private static void add(String line, TreeMap<String, Row> rows) {
    var found = LINE.matcher(line);
    if (!found.matches()) {
      throw new IllegalArgumentException("not a metric: " + line);
    }
    Row row = new Row(found.group(3), labels(found.group(2)), found.group(4) == null);
    if (rows.put(found.group(1), row) != null) {
      throw new IllegalArgumentException("twice: " + line);
    }
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
