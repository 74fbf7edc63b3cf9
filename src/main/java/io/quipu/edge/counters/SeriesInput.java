package io.quipu.edge.counters;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.Series;
import io.quipu.service.rates.Prices;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which series of a counter a question is about: {@code by} some labels, {@code where} labels have
 * some values, or both.
 *
 * @param by the labels by which a counter is broken down; empty if one series is asked for
 * @param where the text of {@code where}; empty if none is given
 */
public record SeriesInput(List<String> by, String where) {
  /** The labels by which a counter is broken down, such as {@code country,plan}. */
  public static final String BY = "by";

  /**
   * The values that labels must have, such as {@code country:CH,plan:pro}. A comma separates labels
   * if a name and a colon follow it. In a value, {@code \,} is a comma and {@code \\} a backslash.
   */
  public static final String WHERE = "where";

  /** The parameters that a question about several series may have, besides {@link #BY}. */
  private static final List<String> OF_SEVERAL = List.of("order", "limit", "after");

  /** The question about the counter itself. */
  public static final SeriesInput NONE = new SeriesInput(List.of(), "");

  /**
   * Reads {@link #BY} and {@link #WHERE}.
   *
   * @throws InvalidInput naming a parameter that only a question about several series obeys
   */
  public static SeriesInput of(Query query) {
    SeriesInput input = of(query.get(BY), query.get(WHERE));
    for (String name : OF_SEVERAL) {
      if (!input.isBroken() && query.get(name).isPresent()) {
        throw new InvalidInput(
            name, name + " is for several series: give by, too, or leave it out");
      }
    }
    return input;
  }

  /**
   * Makes the question of two texts.
   *
   * @throws InvalidInput naming the text that is empty
   */
  public static SeriesInput of(Optional<String> by, Optional<String> where) {
    requireText(BY, "country", by);
    requireText(WHERE, "country:CH", where);
    return by.isEmpty() && where.isEmpty()
        ? NONE
        : new SeriesInput(
            by.map(text -> List.of(text.split(",", -1))).orElse(List.of()), where.orElse(""));
  }

  /** The text of {@link #WHERE} for one label. */
  public static String where(String label, String value) {
    return label + ":" + value.replace("\\", "\\\\").replace(",", "\\,");
  }

  private static void requireText(String field, String example, Optional<String> text) {
    if (text.filter(String::isEmpty).isPresent()) {
      throw new InvalidInput(
          field, field + " is empty; leave it out, or write it such as " + example);
    }
  }

  /** Tells whether the question is about the counter itself. */
  public boolean isNone() {
    return by.isEmpty() && where.isEmpty();
  }

  /** Tells whether the question is about several series. */
  public boolean isBroken() {
    return !by.isEmpty();
  }

  /** The price of following one counter by this question: several series are ranked. */
  public int priceOfFollowing() {
    return isBroken() ? Prices.RANKING : 1;
  }

  /**
   * The counter that is asked for, or its one series.
   *
   * @throws InvalidInput naming {@code where} if the namespace has no such breakdown
   */
  public KnownCounter counter(KnownCounter known) {
    if (where.isEmpty()) {
      return known;
    }
    Breakdowns breakdowns = Breakdowns.of(known.namespace());
    Map<String, String> values = values(breakdowns);
    int index = index(breakdowns, WHERE, values.keySet());
    List<String> ordered = breakdowns.all().get(index).stream().map(values::get).toList();
    return new KnownCounter(known.name().with(new Series(index, ordered).key()), known.namespace());
  }

  /**
   * The series that are asked for.
   *
   * @param after a {@code next} of an earlier answer, or empty
   * @throws InvalidInput naming {@code by} if the namespace has no such breakdown
   */
  public SeriesRange range(KnownCounter known, String after, int limit, boolean byCount) {
    Breakdowns breakdowns = Breakdowns.of(known.namespace());
    int index = breakdown(breakdowns);
    List<String> labels = breakdowns.all().get(index);
    Map<Integer, String> places = new HashMap<>();
    values(breakdowns).forEach((label, value) -> places.put(labels.indexOf(label), value));
    String key = after.isEmpty() ? "" : key(after, index, labels.size(), places);
    return new SeriesRange(known, index, places, key, limit, byCount);
  }

  /**
   * The counter, its one series, or what stands for several series in a subscription.
   *
   * @throws InvalidInput naming {@code by} or {@code where} if the namespace has no such breakdown
   */
  public KnownCounter followed(KnownCounter known) {
    if (!isBroken()) {
      return counter(known);
    }
    SeriesRange range = range(known, "", 1, true);
    int labels = Breakdowns.of(known.namespace()).all().get(range.breakdown()).size();
    String several = Series.several(range.breakdown(), range.where(), labels);
    return new KnownCounter(known.name().with(several), known.namespace());
  }

  /**
   * The series by which counters are ranked, see {@link io.quipu.engine.kind.answer.Ranked#series}.
   *
   * @throws InvalidInput naming {@code by} or {@code where} if the namespace has no such breakdown
   */
  public String ranked(Namespace namespace) {
    // any name does: the breakdowns are those of the namespace
    return isNone()
        ? ""
        : followed(new KnownCounter(new CounterName(namespace.name(), "any"), namespace))
            .name()
            .series();
  }

  private int breakdown(Breakdowns breakdowns) {
    Set<String> labels = new TreeSet<>(by);
    if (labels.size() < by.size()) {
      throw new InvalidInput(BY, "by names a label twice");
    }
    labels.addAll(values(breakdowns).keySet());
    return index(breakdowns, BY, labels);
  }

  private static int index(Breakdowns breakdowns, String field, Set<String> labels) {
    int index = breakdowns.indexOf(labels);
    if (index < 0) {
      throw InvalidInput.unknown(
          field,
          breakdowns.all().isEmpty()
              ? field + ": the namespace has no breakdowns"
              : "the namespace has no breakdown by exactly "
                  + String.join(",", labels)
                  + "; it has "
                  + breakdowns.all().stream().map(some -> String.join(",", some)).toList());
    }
    return index;
  }

  /**
   * The values that labels must have.
   *
   * @throws InvalidInput naming {@code where}
   */
  private Map<String, String> values(Breakdowns breakdowns) {
    Map<String, String> values = new TreeMap<>();
    for (String part : where.isEmpty() ? List.<String>of() : parts(where)) {
      int colon = part.indexOf(':');
      if (colon < 0) {
        throw new InvalidInput(WHERE, "where must be label:value, such as country:CH");
      }
      String label = part.substring(0, colon);
      String value = part.substring(colon + 1);
      try {
        breakdowns.checkValue(label, value);
      } catch (InvalidInput wrong) {
        throw wrong.named(WHERE);
      }
      if (values.put(label, value) != null) {
        throw new InvalidInput(WHERE, "where names " + label + " twice");
      }
    }
    return values;
  }

  /** Splits a text at the commas before the names of labels, and reads what is escaped. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '\\') {
        i++;
        if (!text.startsWith("\\", i) && !text.startsWith(",", i)) {
          throw new InvalidInput(
              WHERE, "where: write a backslash as \\\\, and a comma in a value as \\,");
        }
        part.append(text.charAt(i));
      } else if (next == ',' && Breakdowns.isLabelAt(text, i + 1)) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(next);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  /** Writes the member {@code by}. */
  public JsonText write(JsonText json) {
    json.name(BY).beginArray();
    by.forEach(json::value);
    return json.endArray();
  }

  /** The text by which a later question goes on after a series. */
  public static String next(String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  /** The key in a text of {@link #next}, which must be of one of the series that are asked for. */
  private static String key(String after, int breakdown, int labels, Map<Integer, String> where) {
    String key = decoded(after);
    boolean isAsked =
        !key.isEmpty()
            && Series.of(key).values().size() == labels
            && Series.isOf(key, breakdown, where)
            && next(Series.of(key).key()).equals(after);
    if (!isAsked) {
      throw new InvalidInput(
          "after", "after must be the next of an earlier answer by the same labels, as it was");
    }
    return key;
  }

  private static String decoded(String after) {
    try {
      return new String(Base64.getUrlDecoder().decode(after), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
