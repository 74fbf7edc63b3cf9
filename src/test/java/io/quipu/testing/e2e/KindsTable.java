package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The table of docs/kinds.md: every kind behind every way in. Two classes try its two parts, as
 * they need other programs. Each holds its own rows, and the names of all, against the document. A
 * pair that does not work must be one that is known, with the reason.
 */
public final class KindsTable {
  private static final Path PUBLISHED = Path.of("docs/kinds.md");
  private static final String HEAD = "| | `event` | `unique` | `latest` | `linear` | `sketch` |";

  /** Why pairs do not work. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("breakdown latest", "values stand once"),
          Map.entry("breakdown linear", "one row each"),
          Map.entry("verdicts latest", "versions decide it"),
          Map.entry("verdicts linear", "the answer says"),
          Map.entry("verdicts sketch", "no ids there"),
          Map.entry("page views latest", "wants versions"),
          Map.entry("page views linear", "ids are forgotten"),
          Map.entry("page views sketch", "wants a value"),
          Map.entry("recount linear", "keeps no rows"),
          Map.entry("recount sketch", "keeps no rows"),
          Map.entry("import sketch", "no ids there"),
          Map.entry("Redis clients latest", "read and reset only"),
          Map.entry("Kafka latest", "records lack versions"),
          Map.entry("Kafka linear", "ids are forgotten"),
          Map.entry("Kafka sketch", "no ids there"));

  private KindsTable() {}

  /** The parts of the table, each with its ways in, in their order. */
  public enum Part {
    OVER_HTTP(
        "record",
        "batch",
        "over a WebSocket",
        "verdicts",
        "page views",
        "read",
        "read many",
        "windows",
        "total",
        "breakdown",
        "list",
        "prefix",
        "as CSV",
        "top",
        "top of a window",
        "recount",
        "live",
        "live by prefix",
        "Server-Sent Events",
        "badge",
        "reset",
        "purge",
        "delete the namespace"),
    BY_PROGRAMS(
        "export",
        "import",
        "Redis clients",
        "Kafka",
        "Java client",
        "TypeScript client",
        "Python client",
        "command line",
        "dashboard");

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes one that nobody can change
    private final List<String> ways;

    Part(String... ways) {
      this.ways = List.of(ways);
    }
  }

  /**
   * Tries each way of a part with each kind, one way after the other.
   *
   * @param tried whether a kind works, for each way of the part, in the order of the part
   */
  public static void check(Part part, Map<String, Predicate<TriedKind>> tried) {
    assertThat(tried.keySet()).containsExactlyElementsOf(part.ways);
    List<String> rows =
        tried.entrySet().stream().map(way -> row(way.getKey(), way.getValue())).toList();
    Path found = Path.of("target/kinds-" + part.name().toLowerCase(Locale.ROOT) + ".md");
    write(found, rows);
    List<String> published = published();
    int begin = part == Part.OVER_HTTP ? 0 : Part.OVER_HTTP.ways.size();
    assertThat(published.stream().skip(begin).limit(rows.size()))
        .as("take over " + found)
        .containsExactlyElementsOf(rows);
    assertThat(published)
        .extracting(row -> row.split("\\|", -1)[1].strip())
        .containsExactlyElementsOf(
            Stream.of(Part.values()).flatMap(each -> each.ways.stream()).toList());
  }

  private static String row(String way, Predicate<TriedKind> tried) {
    StringBuilder row = new StringBuilder("| " + way + " |");
    for (TriedKind kind : TriedKind.values()) {
      String reason = REASONS.get(way + " " + kind.label());
      assertThat(tried.test(kind)).as("%s of kind %s", way, kind).isEqualTo(reason == null);
      row.append(' ').append(reason == null ? "yes" : reason).append(" |");
    }
    return row.toString();
  }

  /** The rows of the document below the head of its table. */
  private static List<String> published() {
    try {
      List<String> lines = Files.readAllLines(PUBLISHED);
      assertThat(lines).contains(HEAD);
      return lines.stream()
          .skip(lines.indexOf(HEAD) + 2L)
          .takeWhile(line -> line.startsWith("|"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, List<String> rows) {
    try {
      Files.write(file, rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
