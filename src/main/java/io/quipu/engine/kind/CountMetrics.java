package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The setting {@code metrics} of a namespace: the names of the counters whose counts are metrics,
 * too. They are few, because Prometheus keeps a series for each counter and instance.
 */
public final class CountMetrics {
  /** The name of the setting, in the contract and in the store. */
  public static final String NAME = "metrics";

  /** The setting, which namespaces of every kind have. It can change at any time. */
  public static final Setting SETTING = new Setting(NAME, Setting.Shape.NAMES, false);

  /** The maximum number of counters of a namespace. */
  public static final int MOST = 20;

  private static final String APART = ",";

  private CountMetrics() {}

  /** The counters of a namespace whose counts are metrics. */
  public static List<CounterName> of(Namespace namespace) {
    String stored = namespace.settings().get(NAME);
    return stored == null
        ? List.of()
        : names(stored).stream().map(name -> new CounterName(namespace.name(), name)).toList();
  }

  /** The names in a stored setting. */
  public static List<String> names(String stored) {
    return stored.isEmpty()
        ? List.of()
        : Arrays.stream(stored.split(APART))
            .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
            .toList();
  }

  /**
   * The text of names in the stored settings.
   *
   * @throws InvalidInput naming the name that no counter can have, that is given twice, or that is
   *     one too many
   */
  public static String text(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String place = NAME + "[" + i + "]";
      if (i == MOST) {
        throw new InvalidInput(NAME, "metrics must hold at most " + MOST + " names of counters");
      }
      try {
        new CounterName(Namespace.DEFAULT.name(), names.get(i));
      } catch (InvalidInput finding) {
        throw new InvalidInput(place, place + ": " + finding.detail());
      }
      if (!seen.add(names.get(i))) {
        throw new InvalidInput(place, place + " is given twice");
      }
    }
    return names.stream()
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
        .collect(Collectors.joining(APART));
  }
}
