package io.quipu.cli.transfer;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of one line, whatever the format of the file is. Checks them, and makes an entry. */
final class EntryFields {
  private final long line;
  private final Function<Field, String> places;
  private final FileSettings settings;
  private final Map<Field, String> texts = new EnumMap<>(Field.class);
  private final Map<String, String> labels = new TreeMap<>();

  /**
   * @param places the words for the place of a field in the line, for messages
   */
  EntryFields(long line, Function<Field, String> places, FileSettings settings) {
    this.line = line;
    this.places = places;
    this.settings = settings;
    if (settings.into() != null) {
      texts.put(Field.COUNTER, settings.into());
    }
  }

  /**
   * Takes a value, as the file has it.
   *
   * @throws BadLine if the value is empty, or the line has another one
   */
  void put(Field field, String text) {
    if (text.isEmpty()) {
      throw bad(field, "empty");
    }
    if (field == Field.COUNTER && settings.into() != null) {
      throw intoToo(line);
    }
    if (field == Field.ID && (text.indexOf(Import.LINE) >= 0 || text.indexOf(Import.PART) >= 0)) {
      throw new BadLine(
          line, places.apply(field) + " has U+001E or U+001F, which an import uses in its own ids");
    }
    checkCharacters(field.label(), text);
    if (texts.put(field, text) != null) {
      throw twice(line, field.label());
    }
  }

  void putLabel(String name, String value) {
    checkCharacters(Field.LABEL + name, name + value);
    if (labels.put(name, value) != null) {
      throw twice(line, Field.LABEL + name);
    }
  }

  /** Refuses what has no form in UTF-8, and would be printed as a question mark. */
  private void checkCharacters(String name, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new BadLine(line, BadLine.shown(name) + " has half of a surrogate pair");
    }
  }

  /** Says that a line has a field again. */
  static BadLine twice(long line, String name) {
    return new BadLine(line, BadLine.shown(name) + " is given twice");
  }

  /** Says that both the caller and the file name the counter. */
  static BadLine intoToo(long line) {
    return new BadLine(line, "counter is given, and --into names another; leave one of them out");
  }

  /**
   * Makes the entry.
   *
   * @throws BadLine if a value is not valid, or the fields do not belong together
   */
  Entry entry() {
    Field.checkTogether(line, texts.keySet(), !labels.isEmpty());
    String namespace = namespace();
    String counter = Objects.requireNonNull(texts.get(Field.COUNTER));
    String actor = texts.get(Field.ACTOR);
    if (actor != null) {
      BigInteger replaces = integer(Field.REPLACES);
      Stated stated =
          new Stated(
              actor,
              needed(Field.VERSION).longValue(),
              replaces == null ? null : replaces.longValue());
      return new Entry(
          line, namespace, counter, needed(Field.VALUE), 1, null, time(), labels, stated);
    }
    BigInteger events = Objects.requireNonNullElse(integer(Field.EVENTS), BigInteger.ONE);
    BigInteger amount = integer(texts.containsKey(Field.DELTA) ? Field.DELTA : Field.COUNT);
    return new Entry(
        line,
        namespace,
        counter,
        Objects.requireNonNullElse(amount, events),
        events.longValue(),
        texts.get(Field.ID),
        time(),
        labels,
        null);
  }

  private @Nullable String namespace() {
    String named = texts.get(Field.NAMESPACE);
    String only = settings.namespace();
    if (named != null && only != null && !named.equals(only)) {
      throw new BadLine(
          line,
          places.apply(Field.NAMESPACE)
              + " is "
              + BadLine.shown(named)
              + ", and --namespace is "
              + BadLine.shown(only)
              + ". To count into "
              + BadLine.shown(named)
              + ", leave --namespace out; to count into "
              + BadLine.shown(only)
              + ", take the namespace out of the lines");
    }
    return named;
  }

  private BigInteger needed(Field field) {
    return Objects.requireNonNull(integer(field), "checked to be there");
  }

  private @Nullable BigInteger integer(Field field) {
    String text = texts.get(field);
    return text == null
        ? null
        : field.integer(text).orElseThrow(() -> bad(field, BadLine.shown(text)));
  }

  private @Nullable Instant time() {
    String text = texts.get(Field.TIME);
    if (text == null) {
      return null;
    }
    try {
      Instant time = EntryTime.parse(text, settings.zone());
      if (EntryTime.isDate(text)) {
        settings.days().check(texts.get(Field.NAMESPACE), time);
      }
      return time;
    } catch (DateTimeException e) {
      throw new BadLine(
          line, places.apply(Field.TIME) + " is " + BadLine.shown(text) + "; " + e.getMessage());
    }
  }

  /**
   * Says that a value is not valid.
   *
   * @param shown the value in words
   */
  BadLine bad(Field field, String shown) {
    return new BadLine(line, places.apply(field) + " is " + shown + "; it must be " + field.rule());
  }
}
