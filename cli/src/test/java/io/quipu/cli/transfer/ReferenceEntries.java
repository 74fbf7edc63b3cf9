package io.quipu.cli.transfer;

import io.quipu.engine.input.Rfc3339;
import io.quipu.testing.fuzz.Json;
import io.quipu.testing.fuzz.ReferenceJson;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a file as its grammar and the table of its fields define them: RFC 4180 as one
 * regular expression, JSON by Gson.
 *
 * @param entries those before the first bad line
 * @param bad the number of that line; empty if all lines are entries
 */
record ReferenceEntries(List<Entry> entries, Optional<Long> bad) {
  private static final String CELL = "(?:\"((?:[^\"]++|\"\")*+)\"|([^\",\r\n]*+))";
  private static final Pattern FIRST = Pattern.compile(CELL);
  private static final Pattern NEXT = Pattern.compile("," + CELL);
  private static final Pattern END = Pattern.compile("\r\n|\r|\n|\\z");
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");

  private static final Set<String> TEXTS = Set.of("namespace", "counter", "id", "time", "actor");
  private static final Map<String, BigInteger> MOST =
      Map.of(
          "count", BigInteger.TEN.pow(20),
          "delta", BigInteger.TEN.pow(20),
          "events", BigInteger.TEN.pow(10),
          "value", BigInteger.TEN.pow(15),
          "version", BigInteger.TWO.pow(63),
          "replaces", BigInteger.TWO.pow(63));

  /** The columns in which a cell may be empty, besides labels. */
  private static final Set<String> OPTIONAL = Set.of("namespace", "id", "replaces");

  private static String unmarked(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  static ReferenceEntries ofObjects(String text) {
    List<Entry> entries = new ArrayList<>();
    String[] lines = LINE_END.split(unmarked(text), -1);
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isBlank()) {
        Optional<Entry> entry =
            lines[i].startsWith("\uFEFF") ? Optional.empty() : ofObject(i + 1, lines[i]);
        if (entry.isEmpty()) {
          return new ReferenceEntries(entries, Optional.of(i + 1L));
        }
        entries.add(entry.get());
      }
    }
    return new ReferenceEntries(entries, Optional.empty());
  }

  private static Optional<Entry> ofObject(long line, String text) {
    Map<String, String> texts = new HashMap<>();
    Map<String, String> labels = new HashMap<>();
    Optional<Map<String, Json>> members =
        ReferenceJson.parse(text).flatMap(parsed -> fields(parsed.value()));
    if (members.isEmpty()) {
      return Optional.empty();
    }
    for (Map.Entry<String, Json> member : members.get().entrySet()) {
      Json value = member.getValue();
      if (member.getKey().equals("labels")) {
        Optional<Map<String, Json>> all = fields(value);
        if (all.isEmpty() || !all.get().values().stream().allMatch(Json.Text.class::isInstance)) {
          return Optional.empty();
        }
        all.get().forEach((name, label) -> labels.put(name, label.text().orElseThrow()));
      } else if (TEXTS.contains(member.getKey()) && value instanceof Json.Text found) {
        texts.put(member.getKey(), found.value());
      } else if (MOST.containsKey(member.getKey()) && value instanceof Json.Numeral found) {
        texts.put(member.getKey(), found.literal());
      } else {
        return Optional.empty();
      }
    }
    return entry(line, texts, labels);
  }

  /** The members of an object, each of which is given once. */
  private static Optional<Map<String, Json>> fields(Json value) {
    if (!(value instanceof Json.Fields object)) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    object.entries().forEach(one -> names.add(one.getKey()));
    return object.fields(names);
  }

  static ReferenceEntries ofCsv(String marked) {
    String text = unmarked(marked);
    List<Entry> entries = new ArrayList<>();
    List<String> head = List.of();
    long line = 1;
    int next;
    for (int at = 0; at < text.length(); at = next) {
      List<String> cells = new ArrayList<>();
      int blank = blank(text, at, head);
      next = blank > 0 ? blank : row(text, at, cells);
      if (next < 0) {
        return new ReferenceEntries(entries, Optional.of(line));
      }
      if (head.isEmpty() && isHead(cells)) {
        head = cells;
      } else if (!cells.isEmpty()) {
        Optional<Entry> entry = ofRow(line, head, cells);
        if (entry.isEmpty()) {
          return new ReferenceEntries(entries, Optional.of(line));
        }
        entries.add(entry.get());
      }
      line += LINE_END.matcher(text.substring(at, next)).results().count();
    }
    return new ReferenceEntries(entries, head.isEmpty() ? Optional.of(1L) : Optional.empty());
  }

  /**
   * The end of a blank line; 0 if the line is none. Where there is one column, spaces are a cell.
   */
  private static int blank(String text, int at, List<String> head) {
    Matcher end = LINE_END.matcher(text).region(at, text.length());
    boolean isLast = !end.find();
    String line = text.substring(at, isLast ? text.length() : end.start());
    boolean isBlank = head.size() == 1 ? line.isEmpty() : line.isBlank();
    return !isBlank ? 0 : isLast ? text.length() : end.end();
  }

  /** Adds the cells of a row, and returns its end; -1 if it is malformed. */
  private static int row(String text, int at, List<String> cells) {
    int end = at;
    Matcher cell = FIRST.matcher(text).region(end, text.length());
    while (cell.lookingAt()) {
      cells.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
      end = cell.end();
      cell.usePattern(NEXT).region(end, text.length());
    }
    Matcher last = END.matcher(text).region(end, text.length());
    return last.lookingAt() ? last.end() : -1;
  }

  private static boolean isHead(List<String> names) {
    Set<String> fields = new HashSet<>(names);
    fields.removeIf(name -> name.startsWith("labels.") && name.length() > 7);
    boolean haveLabels = fields.size() < new HashSet<>(names).size();
    return new HashSet<>(names).size() == names.size()
        && fields.stream().allMatch(name -> TEXTS.contains(name) || MOST.containsKey(name))
        && belongTogether(fields, haveLabels);
  }

  private static Optional<Entry> ofRow(long line, List<String> head, List<String> cells) {
    if (cells.size() != head.size()) {
      return Optional.empty();
    }
    Map<String, String> texts = new HashMap<>();
    Map<String, String> labels = new HashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      String name = head.get(i);
      boolean isLabel = name.startsWith("labels.");
      if (!cells.get(i).isEmpty()) {
        (isLabel ? labels : texts).put(isLabel ? name.substring(7) : name, cells.get(i));
      } else if (!isLabel && !OPTIONAL.contains(name)) {
        return Optional.empty();
      }
    }
    return entry(line, texts, labels);
  }

  private static boolean belongTogether(Set<String> names, boolean haveLabels) {
    Set<String> stated = new HashSet<>(Set.of("actor", "version", "value", "replaces"));
    stated.retainAll(names);
    boolean isStated =
        names.containsAll(Set.of("actor", "version", "value"))
            && !haveLabels
            && Stream.of("count", "delta", "events", "id").noneMatch(names::contains);
    return names.contains("counter")
        && !(names.contains("count") && names.contains("delta"))
        && (stated.isEmpty() || isStated);
  }

  private static Optional<Entry> entry(
      long line, Map<String, String> texts, Map<String, String> labels) {
    Map<String, BigInteger> numbers = new HashMap<>();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      if (MOST.containsKey(text.getKey())) {
        Optional<BigInteger> number = number(text.getKey(), text.getValue());
        if (number.isEmpty()) {
          return Optional.empty();
        }
        numbers.put(text.getKey(), number.get());
      }
    }
    boolean areTexts =
        Stream.of(texts.values(), labels.keySet(), labels.values())
            .flatMap(Collection::stream)
            .allMatch(text -> Json.bytes(text) >= 0);
    String id = texts.getOrDefault("id", "x");
    if (!areTexts
        || texts.containsValue("")
        || id.indexOf('\u001E') >= 0
        || id.indexOf('\u001F') >= 0
        || !belongTogether(texts.keySet(), !labels.isEmpty())) {
      return Optional.empty();
    }
    BigInteger events = numbers.getOrDefault("events", BigInteger.ONE);
    BigInteger amount =
        Stream.of("count", "delta", "value")
            .filter(numbers::containsKey)
            .map(numbers::get)
            .findFirst()
            .orElse(events);
    try {
      return Optional.of(
          new Entry(
              line,
              texts.get("namespace"),
              texts.get("counter"),
              amount,
              events.longValue(),
              texts.get("id"),
              texts.containsKey("time") ? Rfc3339.parse(texts.get("time")) : null,
              labels,
              stated(texts.get("actor"), numbers)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Stated stated(@Nullable String actor, Map<String, BigInteger> numbers) {
    BigInteger replaces = numbers.get("replaces");
    return actor == null
        ? null
        : new Stated(
            actor,
            numbers.get("version").longValue(),
            replaces == null ? null : replaces.longValue());
  }

  private static Optional<BigInteger> number(String name, String text) {
    if (!INTEGER.matcher(text).matches()) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(text);
    BigInteger most = MOST.get(name);
    boolean isLong = most.bitCount() == 1;
    boolean isInRange =
        number.abs().compareTo(most) <= 0
            && !(isLong && number.equals(most))
            && !(name.equals("events") && number.signum() <= 0);
    return Optional.of(number).filter(any -> isInRange);
  }
}
