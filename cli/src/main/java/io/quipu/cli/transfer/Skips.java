package io.quipu.cli.transfer;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import io.quipu.client.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The entries of a source that are not imported, by reason. For one thread. */
public final class Skips {
  /** The maximum number of examples for each reason. */
  private static final int EXAMPLES = 3;

  private final Map<SkipReason, Long> numbers = new EnumMap<>(SkipReason.class);
  private final Map<SkipReason, List<String>> examples = new EnumMap<>(SkipReason.class);

  void add(Found.Skipped skipped) {
    numbers.merge(skipped.reason(), 1L, Long::sum);
    List<String> some = examples.computeIfAbsent(skipped.reason(), reason -> new ArrayList<>());
    if (some.size() < EXAMPLES) {
      some.add(skipped.what());
    }
  }

  /** Tells whether counters are among the skipped entries. */
  public boolean haveCounters() {
    return numbers.keySet().stream().anyMatch(SkipReason::isMissed);
  }

  /** Returns a line for people for each reason that occurred. */
  public List<String> lines() {
    return numbers.entrySet().stream()
        .map(
            entry ->
                String.format(
                    Locale.ROOT,
                    "Skipped: %,d %s, such as %s",
                    entry.getValue(),
                    entry.getKey().inWords(),
                    String.join(", ", examples.getOrDefault(entry.getKey(), List.of()))))
        .toList();
  }

  /** Returns the number of skipped entries for each reason that occurred. */
  public JsonObject answer() {
    JsonObject answer = new JsonObject();
    numbers.forEach((reason, number) -> answer.put(reason.member(), number));
    return answer;
  }
}
