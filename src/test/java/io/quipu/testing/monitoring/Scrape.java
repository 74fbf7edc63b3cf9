package io.quipu.testing.monitoring;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that an instance shows, by name. What Prometheus calls the maximum of a histogram or
 * a summary belongs to that.
 */
public record Scrape(TreeMap<String, Metric> metrics) {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-z0-9_]+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-z0-9_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final String MAX = "_max";

  /**
   * A metric.
   *
   * @param labels of any of its series, but for the bounds of buckets
   */
  public record Metric(String type, Set<String> labels) {}

  public static Scrape of(String text) {
    TreeMap<String, Metric> metrics = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              Matcher type = TYPE.matcher(line);
              if (type.matches()) {
                metrics.put(type.group(1), new Metric(type.group(2), new TreeSet<>()));
              }
            });
    text.lines().filter(line -> !line.startsWith("#")).forEach(line -> sample(line, metrics));
    metrics.keySet().removeIf(name -> isMaximum(name, metrics));
    return new Scrape(metrics);
  }

  private static void sample(String line, Map<String, Metric> metrics) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new IllegalArgumentException("not a sample: " + line);
    }
    Metric metric = metrics.get(nameOf(sample.group(1), metrics));
    if (metric == null) {
      throw new IllegalArgumentException("a sample without a type: " + line);
    }
    if (sample.group(2) != null) {
      LABEL
          .matcher(sample.group(2))
          .results()
          .map(label -> label.group(1))
          .filter(label -> !label.equals("le"))
          .forEach(metric.labels()::add);
    }
  }

  private static String nameOf(String sample, Map<String, Metric> metrics) {
    return metrics.containsKey(sample) ? sample : sample.replaceFirst("_(bucket|count|sum)$", "");
  }

  private static boolean isMaximum(String name, Map<String, Metric> metrics) {
    return name.endsWith(MAX)
        && metrics.containsKey(name.substring(0, name.length() - MAX.length()))
        && !metrics.get(name.substring(0, name.length() - MAX.length())).type().equals("gauge");
  }
}
