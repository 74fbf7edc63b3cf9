package io.quipu.cli.options;

import io.quipu.cli.spelling.Pairs;
import io.quipu.client.JsonObject;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the settings of a namespace. A setting that is not given stays as it is. */
public final class SettingsOptions {
  @Option(
      names = "--kind",
      paramLabel = "event|unique|latest|sketch|linear",
      description = "The kind of its counters; cannot be changed.")
  private @Nullable String kind;

  @Option(
      names = "--deduplicate",
      paramLabel = "TIME|N",
      description = "How long ids are remembered, such as 24h, forever, off; of linear how many.")
  private @Nullable String deduplicate;

  @Option(
      names = "--lateness",
      paramLabel = "TIME",
      description = "How much older than now the time of an event may be, such as 7d.")
  private @Nullable String lateness;

  @Option(
      names = "--windows",
      split = ",",
      paramLabel = "minute,hour,day|none",
      description = "The windows that are kept.")
  private @Nullable List<String> windows;

  @Option(
      names = "--keep",
      split = ",",
      paramLabel = "WINDOW=TIME",
      description = "How long windows are kept, such as minute=30d,hour=2y.")
  private @Nullable List<String> keep;

  @Option(
      names = "--labels",
      split = ",",
      paramLabel = "NAME",
      description = "The labels that events may have, such as country,plan.")
  private @Nullable List<String> labels;

  @Option(
      names = "--breakdowns",
      paramLabel = "LABELS",
      description = "Labels by which counters are broken down, such as country,plan; repeatable.")
  private @Nullable List<String> breakdowns;

  @Option(
      names = "--hierarchy",
      paramLabel = "CHAR",
      description = "Makes names paths, such as /: a/b also counts into a.")
  private @Nullable String hierarchy;

  @Option(
      names = "--rows",
      paramLabel = "TIME",
      description = "How long the rows of settled events are kept, to be recounted.")
  private @Nullable String rows;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Over how many pages the events of one counter are spread.")
  private @Nullable Integer shards;

  @Option(
      names = "--state",
      paramLabel = "sum|min|max|distinct|top|quantiles",
      description = "Of kind sketch: what is kept of the values.")
  private @Nullable String state;

  @Option(names = "--min", paramLabel = "N", description = "Of kind linear: the least count.")
  private @Nullable Long min;

  @Option(names = "--max", paramLabel = "N", description = "Of kind linear: the largest count.")
  private @Nullable Long max;

  @Option(
      names = "--period",
      paramLabel = "hour|day|month",
      description = "Of kind linear: --max holds for each of these anew.")
  private @Nullable String period;

  @Option(
      names = "--tz",
      paramLabel = "ZONE",
      description = "Of kind linear: where periods begin, such as Europe/Zurich.")
  private @Nullable String zone;

  @Option(
      names = "--public",
      paramLabel = "read|off",
      description = "Whether everybody may see its counts, in badges and embedded pages.")
  private @Nullable String publicity;

  @Option(
      names = "--views",
      split = ",",
      paramLabel = "ORIGIN|none",
      description = "The origins whose pages may count their views, such as https://example.org.")
  private @Nullable List<String> views;

  @Option(
      names = "--note",
      paramLabel = "DAY=TEXT",
      description = "What happened on a day, such as 2026-12-24=closed; without a text, nothing.")
  private @Nullable List<String> notes;

  /**
   * Adds the settings that are given.
   *
   * @throws IllegalArgumentException saying which option is not valid
   */
  public JsonObject in(JsonObject settings) {
    put(settings, "kind", kind);
    put(settings, "deduplicate", deduplicate == null ? null : number(deduplicate));
    put(settings, "lateness", lateness);
    put(settings, "windows", windows == null ? null : orNone(windows));
    put(settings, "keep", keep == null ? null : texts("--keep", keep, "minute=30d"));
    put(settings, "labels", labels);
    put(settings, "breakdowns", breakdowns == null ? null : sets(breakdowns));
    put(settings, "hierarchy", hierarchy);
    put(settings, "rows", rows);
    put(settings, "shards", shards);
    put(settings, "state", state);
    put(settings, "min", min);
    put(settings, "max", max);
    put(settings, "period", period);
    put(settings, "tz", zone);
    put(settings, "public", publicity);
    put(settings, "views", views == null ? null : orNone(views));
    put(settings, "notes", notes == null ? null : texts("--note", notes, "2026-12-24=closed"));
    return settings;
  }

  private static void put(JsonObject settings, String name, @Nullable Object value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  /** Of kind linear it is a number, of others a text. */
  private static Object number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.valueOf(text) : text;
  }

  private static JsonObject texts(String option, List<String> pairs, String example) {
    try {
      return new JsonObject(new TreeMap<>(Pairs.of(pairs, example)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + "=" + e.getMessage(), e);
    }
  }

  private static List<String> orNone(List<String> list) {
    return list.equals(List.of("none")) ? List.of() : list;
  }

  private static List<List<String>> sets(List<String> breakdowns) {
    return breakdowns.stream().map(labels -> List.of(labels.split(",", -1))).toList();
  }
}
