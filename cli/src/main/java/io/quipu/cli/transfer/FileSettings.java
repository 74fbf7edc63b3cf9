package io.quipu.cli.transfer;

import io.quipu.cli.spelling.Nearest;
import io.quipu.cli.spelling.Pairs;
import io.quipu.client.JsonObject;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a file, as far as the file does not say it.
 *
 * @param separator the separator of columns; null if the first line shows it
 * @param columns the columns to read, by the names of our fields; empty if the file has our names
 * @param into the counter of all lines; null if each line names its own
 * @param zone the time zone of dates and times without one; null to refuse them
 * @param fromLine the number of the first line to read, except that of the columns
 * @param namespace the only namespace that lines may name; null for any
 * @param days checks each date, which in its zone is the beginning of a day
 */
public record FileSettings(
    @Nullable Character separator,
    Map<String, String> columns,
    @Nullable String into,
    @Nullable ZoneId zone,
    long fromLine,
    @Nullable String namespace,
    DayCheck days) {
  /** The settings of a file that says all. */
  public static final FileSettings NONE = new FileSettings(null, Map.of(), null, null, 1);

  /** A check of the days that lines name. */
  @FunctionalInterface
  public interface DayCheck {
    /**
     * @param namespace the namespace that the line names; null if the line names none
     * @param start the first moment of the day
     * @throws java.time.DateTimeException saying why the day cannot be counted there
     */
    void check(@Nullable String namespace, Instant start);
  }

  /** The settings of a file whose lines may name any namespace and any day. */
  FileSettings(
      @Nullable Character separator,
      Map<String, String> columns,
      @Nullable String into,
      @Nullable ZoneId zone,
      long fromLine) {
    this(separator, columns, into, zone, fromLine, null, (namespace, start) -> {});
  }

  /**
   * Reads the meanings of columns.
   *
   * @param texts texts such as {@code counter=page}
   * @throws IllegalArgumentException if a text is no such, or does not name a field of ours, or one
   *     that another names
   */
  public static Map<String, String> columns(List<String> texts) {
    Map<String, String> columns = Pairs.of(texts, "counter=page");
    columns.forEach(
        (ours, theirs) -> {
          if (Field.of(ours).isEmpty() && Field.labelOf(ours).isEmpty()) {
            throw new IllegalArgumentException(
                ours + "=" + theirs + " begins with no field of ours: " + known() + hint(ours));
          }
        });
    return columns;
  }

  /** Returns a JSON text that two settings share if a line means the same event under both. */
  public String meaning() {
    return new JsonObject()
        .put("columns", new JsonObject(new TreeMap<>(columns)))
        .put("into", into)
        .put("zone", zone == null ? null : zone.getId())
        .toString();
  }

  /** The names of the columns that are known, for messages. */
  static String known() {
    return String.join(", ", Field.names()) + ", and labels.NAME for each label";
  }

  static String hint(String typed) {
    return Nearest.hint(typed, Field.names());
  }
}
