package io.quipu.client;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Paths of the API, relative to the base address. */
final class Paths {
  private Paths() {}

  static String namespace(String namespace) {
    return "v1/counters/" + segment("namespace", namespace);
  }

  static String counter(CounterRef counter) {
    // the path of this name is that of the ranking, but for one letter
    String name = counter.counter().equals("top") ? "%74op" : segment("counter", counter.counter());
    return namespace(counter.namespace()) + "/" + name;
  }

  /** A parameter after others, unless it is null. */
  static String text(String name, @Nullable String value) {
    return value == null ? "" : "&" + name + "=" + segment(name, value);
  }

  /** The parameters, after others, that choose parts of a sketch. */
  static String parts(SketchOptions options) {
    String ranks =
        options.ranks().stream()
            .map(rank -> BigDecimal.valueOf(rank).toPlainString())
            .collect(Collectors.joining(","));
    return (ranks.isEmpty() ? "" : "&ranks=" + segment("ranks", ranks))
        + (options.items() == 0 ? "" : "&n=" + options.items());
  }

  /** The query of a path. */
  static String query(String parameters) {
    return parameters.isEmpty() ? "" : "?" + parameters.substring(1);
  }

  static String time(String name, @Nullable Instant time) {
    return text(name, time == null ? null : time.toString());
  }

  static String zone(@Nullable ZoneId zone) {
    return zone == null ? "" : "&tz=" + segment("tz", zone.getId());
  }

  /** The parameters that choose series. */
  static String series(Breakdown breakdown) {
    return "by="
        + segment("by", labels(breakdown))
        + (breakdown.where().isEmpty() ? "" : "&" + where(breakdown.where()))
        + (breakdown.limit() == 0 ? "" : "&limit=" + breakdown.limit());
  }

  /** The labels of a breakdown: those of {@code where} if there are no others. */
  static String labels(Breakdown breakdown) {
    Collection<String> by = breakdown.by().isEmpty() ? breakdown.where().keySet() : breakdown.by();
    return String.join(",", by);
  }

  /** The parameter that chooses values of labels. */
  static String where(Map<String, String> values) {
    return "where=" + segment("where", values(values));
  }

  /** The values that labels must have, with backslashes and commas escaped. */
  static String values(Map<String, String> values) {
    List<String> parts = new ArrayList<>();
    values.forEach(
        (label, value) -> parts.add(label + ":" + value.replace("\\", "\\\\").replace(",", "\\,")));
    return String.join(",", parts);
  }

  /**
   * @param what the text is, for a complaint
   */
  static String segment(String what, String text) {
    // the path would be that of something else
    if (text.isEmpty()) {
      throw new IllegalArgumentException(what + " is empty; it has 1 character at least");
    }
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    // these alone would be steps in the path
    return encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
  }
}
