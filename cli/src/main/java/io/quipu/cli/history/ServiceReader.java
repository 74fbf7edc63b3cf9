package io.quipu.cli.history;

import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a counter of the service.
 *
 * @param path the path of the counter
 */
public record ServiceReader(Service service, String path) implements CounterReader {
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
        page -> page.objectsOrNone("series").forEach(one -> counts.put(labels(one), amount(one))));
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
    answer
        .objectsOrNone("windows")
        .forEach(window -> amounts.put(second(window, "start"), amount(window)));
    amounts.values().removeIf(Amount::isZero);
    return new Windows(amounts, answer.has("keptFrom") ? second(answer, "keptFrom") : null);
  }

  /** The sum and the number of events of an answer about a counter, a series or a window. */
  public static Amount amount(JsonObject answer) {
    return new Amount(answer.integer("count"), answer.integer("events").longValueExact());
  }

  private static Labels labels(JsonObject series) {
    return Labels.of(series.texts("labels"));
  }

  private static Long second(JsonObject answer, String member) {
    return answer.time(member).getEpochSecond();
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
