package io.quipu.cli;

import io.quipu.cli.history.Amount;
import io.quipu.cli.history.CounterReader;
import io.quipu.cli.history.Labels;
import io.quipu.cli.history.WindowLength;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a counter of the service.
 *
 * @param path the path of the counter
 */
record ServiceReader(Service service, String path) implements CounterReader {
  @Override
  public Amount count(Labels series) {
    return amount(service.get(path + new Query().with("where", where(series))));
  }

  @Override
  public Map<Labels, Amount> series(List<String> breakdown) {
    Map<Labels, Amount> counts = new LinkedHashMap<>();
    service.pages(
        path,
        () -> new Query().with("by", String.join(",", breakdown)).with("order", "name"),
        page -> each(page, "series", one -> counts.put(labels(one), amount(one))));
    return counts;
  }

  @Override
  public Windows windows(Labels series, WindowLength length, long from, long to) {
    Query query =
        new Query()
            .with("granularity", length.label())
            .with("from", Instant.ofEpochSecond(from).toString())
            .with("to", Instant.ofEpochSecond(to).toString())
            .with("where", where(series));
    JsonObject answer = service.get(path + "/windows" + query);
    NavigableMap<Long, Amount> amounts = new TreeMap<>();
    each(answer, "windows", window -> amounts.put(second(window, "start"), amount(window)));
    amounts.values().removeIf(Amount::isZero);
    return new Windows(amounts, answer.containsKey("keptFrom") ? second(answer, "keptFrom") : null);
  }

  private static void each(JsonObject answer, String member, Consumer<JsonObject> take) {
    answer
        .getJsonArray(member, new JsonArray())
        .forEach(object -> take.accept((JsonObject) object));
  }

  /** The sum and the number of events of an answer about a counter, a series or a window. */
  static Amount amount(JsonObject answer) {
    return new Amount(
        new BigInteger(answer.getValue("count").toString()), answer.getLong("events"));
  }

  private static Labels labels(JsonObject series) {
    Map<String, String> labels = new TreeMap<>();
    series
        .getJsonObject("labels")
        .forEach(label -> labels.put(label.getKey(), String.valueOf(label.getValue())));
    return Labels.of(labels);
  }

  private static Long second(JsonObject answer, String member) {
    return Instant.parse(answer.getString(member)).getEpochSecond();
  }

  /** Names the values of all labels of a series, as the service reads them. */
  private static @Nullable String where(Labels series) {
    return series.equals(Labels.NONE)
        ? null
        : series.values().entrySet().stream()
            .map(label -> label.getKey() + ":" + escaped(label.getValue()))
            .collect(Collectors.joining(","));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace(",", "\\,");
  }
}
