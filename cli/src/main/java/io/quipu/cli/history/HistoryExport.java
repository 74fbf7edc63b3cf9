package io.quipu.cli.history;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.cli.transfer.CountWriter;
import io.quipu.client.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the histories of counters of a namespace, several of which are read at a time; or only
 * their counts, as lines that an import takes.
 */
public final class HistoryExport implements AutoCloseable {
  /** The kinds whose events may be recorded with their time. */
  private static final Set<String> KINDS = Set.of("event", "unique");

  /** The maximum length of a name, in bytes of UTF-8. */
  private static final int LONGEST_NAME = 512;

  private final Service service;
  private final NamespaceOption namespace;
  private final String kind;
  private final @Nullable String period;
  private final Map<WindowLength, Long> kept;
  private final List<List<String>> breakdowns;
  private final @Nullable String hierarchy;
  private final List<String> columns;
  private final InOrder readers = new InOrder();
  private final Map<Note, Integer> notes = new EnumMap<>(Note.class);
  private @Nullable Instant oldest;

  /**
   * @param settings the settings of the namespace, as the service answers them
   * @param countsOnly whether windows and series are left out
   */
  public HistoryExport(
      Service service, NamespaceOption namespace, JsonObject settings, boolean countsOnly) {
    this.service = service;
    this.namespace = namespace;
    this.kind = settings.text("kind", "");
    this.period = settings.textOrNull("period");
    boolean whole = !countsOnly && KINDS.contains(kind);
    this.kept = whole ? DayWindows.kept(settings) : Map.of();
    this.breakdowns = whole ? breakdowns(settings) : List.of();
    this.hierarchy = settings.textOrNull("hierarchy");
    this.columns =
        Stream.of(
                CountWriter.COLUMNS.stream(),
                kept.isEmpty() ? Stream.<String>of() : Stream.of("time"),
                isWhole()
                    ? settings.stringsOrNone("labels").stream()
                        .map(label -> CountWriter.LABEL + label)
                    : Stream.<String>of())
            .flatMap(names -> names)
            .toList();
  }

  private static List<List<String>> breakdowns(JsonObject settings) {
    return settings.members().get("breakdowns") instanceof List<?> all
        ? all.stream()
            .map(one -> ((List<?>) one).stream().map(String.class::cast).toList())
            .toList()
        : List.of();
  }

  /** Tells whether lines have windows or series. */
  private boolean isWhole() {
    return !kept.isEmpty() || !breakdowns.isEmpty();
  }

  /** The columns of a table. */
  public List<String> columns() {
    return columns;
  }

  /**
   * Writes the histories of some counters.
   *
   * @param counts the answers of the service about the counters
   * @param ended is run after each counter
   */
  public void write(List<JsonObject> counts, CountWriter writer, Runnable ended) {
    List<Consumer<Consumer<JsonObject>>> tasks = new ArrayList<>();
    counts.forEach(count -> tasks.add(to -> read(count, to)));
    readers.run(tasks, line -> writer.write(line, columns), ended);
  }

  private void read(JsonObject answer, Consumer<JsonObject> to) {
    String name = answer.text("counter");
    List<ServiceReader> below = below(name);
    ServiceReader whole = reader(name);
    CounterReader reader = below.isEmpty() ? whole : new OwnReader(whole, below);
    Amount count = below.isEmpty() ? ServiceReader.amount(answer) : reader.count(Labels.NONE);
    if (count.events() <= 0) {
      if (count.events() < 0) {
        note(Set.of(Note.BELOW), null);
      } else if (below.isEmpty() && isWhole()) {
        note(Set.of(Note.RESET), null);
      }
      return;
    }
    if (!isWhole()) {
      count
          .lines()
          .forEach(amount -> to.accept(json(name, new HistoryLine(amount, null, Map.of()))));
      return;
    }
    CounterHistory history = new CounterHistory(reader, kept, breakdowns);
    history.write(
        count,
        Instant.now().getEpochSecond(),
        line -> {
          note(Set.of(), line.time());
          to.accept(json(name, line));
        });
    note(history.notes(), null);
  }

  private ServiceReader reader(String name) {
    return new ServiceReader(service, namespace.counter(name));
  }

  /** The counters directly below one, where names are paths. */
  private List<ServiceReader> below(String name) {
    String separator = hierarchy;
    String prefix = name + separator;
    if (separator == null || prefix.getBytes(StandardCharsets.UTF_8).length >= LONGEST_NAME) {
      return List.of();
    }
    List<ServiceReader> below = new ArrayList<>();
    service.pages(
        namespace.counters(),
        () -> new Query().with("prefix", prefix),
        page ->
            page.objects("counters").stream()
                .map(one -> one.text("counter"))
                .filter(one -> one.indexOf(separator, prefix.length()) < 0)
                .forEach(one -> below.add(reader(one))));
    return below;
  }

  private JsonObject json(String counter, HistoryLine line) {
    JsonObject json =
        new JsonObject()
            .put("namespace", namespace.name())
            .put("counter", counter)
            .put("count", line.amount().count())
            .put("events", line.amount().events());
    if (line.time() != null) {
      json.put("time", line.time().toString());
    }
    return line.labels().isEmpty()
        ? json
        : json.put("labels", new JsonObject(new TreeMap<>(line.labels())));
  }

  private synchronized void note(Set<Note> some, @Nullable Instant time) {
    some.forEach(note -> notes.merge(note, 1, Integer::sum));
    if (time != null && (oldest == null || time.isBefore(oldest))) {
      oldest = time;
    }
  }

  /** The words for whoever imports the lines: an import does not bring back all. */
  public synchronized List<String> words() {
    List<String> words = new ArrayList<>();
    if (!isWhole()) {
      words.add(wordsOfCounts());
    }
    if (oldest != null) {
      long days = Duration.between(oldest, Instant.now()).toDays() + 2;
      words.add(
          "The oldest line is of "
              + oldest
              + ": import into a namespace that was created with --lateness "
              + days
              + "d or more and the other settings of "
              + namespace.name()
              + ", and set its lateness afterwards");
    }
    words.add(
        "The lines name the namespace "
            + namespace.name()
            + ": an import counts there, and refuses another --namespace until you take the name out"
            + " of them. They have no ids, which cannot be listed: an event that is sent again counts"
            + " again there");
    notes.forEach(
        (note, n) -> words.add(String.format(Locale.ROOT, "%,d counters %s", n, note.text())));
    return words;
  }

  private String wordsOfCounts() {
    if (!kind.equals("linear")) {
      return "Counts only: imported, they are in the windows of the import, without labels";
    }
    return "Kind linear counts an event when it is recorded: imported, all counts are in the windows"
        + " of the import"
        + (period == null
            ? ""
            : ". Counts are those of the present " + period + ", and events those of all periods");
  }

  @Override
  public void close() {
    readers.close();
  }
}
