package io.quipu.cli.options;

import io.quipu.cli.service.Query;
import io.quipu.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options for a range of time: its name or its bounds, and its zone. The service reads them.
 */
public final class RangeOptions {
  @Option(
      names = "--range",
      paramLabel = "NAME",
      description =
          "today, yesterday, 24h, 7d, 30d, week, last-week, month, last-month, year or all.")
  private @Nullable String name;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Such as 2026-01-01, 2026-01-01T00:00:00Z, -7d or -1mo; of windows otherwise 60 minutes,"
              + " 24 hours, 30 days, 12 weeks, 12 months or 5 years ago.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Exclusive; otherwise the present.")
  private @Nullable String to;

  @Mixin private final ZoneOption zone = new ZoneOption();

  /** Tells whether the range has a name or a begin. */
  public boolean begins() {
    return name != null || from != null;
  }

  /** Adds the options to a query. */
  public Query in(Query query) {
    return query.with("range", name).with("from", from).with("to", to).with("tz", zone.id());
  }

  /**
   * Adds the options to a question.
   *
   * @throws IllegalArgumentException if there are a name and bounds
   */
  public void in(JsonObject question) {
    if (from != null || to != null) {
      if (name != null) {
        throw new IllegalArgumentException(
            "--range=" + name + " and --from, --to: give one or the other");
      }
      JsonObject bounds = new JsonObject();
      question.put("range", bounds);
      put(bounds, "from", from);
      put(bounds, "to", to);
    }
    put(question, "range", name);
    put(question, "tz", zone.id());
  }

  private static void put(JsonObject json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
