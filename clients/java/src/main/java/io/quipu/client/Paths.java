package io.quipu.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Paths of the API, relative to the base address. */
final class Paths {
  private Paths() {}

  static String namespace(String namespace) {
    return "v1/counters/" + segment(namespace);
  }

  static String counter(CounterRef counter) {
    // the path of this name is that of the ranking, but for one letter
    String name = counter.counter().equals("top") ? "%74op" : segment(counter.counter());
    return namespace(counter.namespace()) + "/" + name;
  }

  static String time(String name, @Nullable Instant time) {
    return time == null ? "" : "&" + name + "=" + segment(time.toString());
  }

  static String zone(@Nullable ZoneId zone) {
    return zone == null ? "" : "&tz=" + segment(zone.getId());
  }

  /** The parameters that choose series. */
  static String series(Breakdown breakdown) {
    Collection<String> by = breakdown.by().isEmpty() ? breakdown.where().keySet() : breakdown.by();
    return "by="
        + segment(String.join(",", by))
        + (breakdown.where().isEmpty() ? "" : "&where=" + segment(where(breakdown.where())))
        + (breakdown.limit() == 0 ? "" : "&limit=" + breakdown.limit());
  }

  /** The values that labels must have, with backslashes and commas escaped. */
  private static String where(Map<String, String> values) {
    List<String> parts = new ArrayList<>();
    values.forEach(
        (label, value) -> parts.add(label + ":" + value.replace("\\", "\\\\").replace(",", "\\,")));
    return String.join(",", parts);
  }

  private static String segment(String text) {
    // the path would be that of something else
    if (text.isEmpty()) {
      throw new IllegalArgumentException("A name is empty");
    }
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    // these alone would be steps in the path
    return encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
  }
}
