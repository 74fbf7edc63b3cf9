package io.quipu.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Creates the meters of a feature. Each meter has a name, a description and tags. In an argument
 * {@code tags}, the names and values of tags alternate.
 */
public final class Meters {
  /**
   * The histogram bounds of all timers. All timers have the same bounds, so that a total time can
   * be compared with the times it consists of. There are few bounds, because Prometheus stores a
   * series for each bound of each timer.
   */
  private static final Duration[] BOUNDS =
      LongStream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private static final double[] SIZES = {1, 10, 100, 1_000, 10_000};

  private final MeterRegistry registry;

  public Meters(MeterRegistry registry) {
    this.registry = registry;
  }

  public Counter counter(String name, String description, String... tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }

  /** Creates one counter for each value of a tag. */
  public <E extends Enum<E>> Map<E, Counter> counters(
      String name, String description, String tag, Class<E> values, String... tags) {
    Map<E, Counter> counters = new EnumMap<>(values);
    for (E value : values.getEnumConstants()) {
      String[] all = Arrays.copyOf(tags, tags.length + 2);
      all[tags.length] = tag;
      all[tags.length + 1] = label(value);
      counters.put(value, counter(name, description, all));
    }
    return counters;
  }

  /** Shows a count that {@code source} keeps; does not keep {@code source} alive. */
  public <T> void function(
      String name, String description, T source, ToDoubleFunction<T> value, String... tags) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  /**
   * Shows a value that changes.
   *
   * @param value the value; the gauge does not keep it alive
   */
  public void gauge(String name, String description, Number value, String... tags) {
    gauge(name, description, value, Number::doubleValue, tags);
  }

  /**
   * Shows a value that changes.
   *
   * @param source the source of the value; the gauge does not keep it alive
   */
  public <T> void gauge(
      String name, String description, T source, ToDoubleFunction<T> value, String... tags) {
    Gauge.builder(name, source, value).description(description).tags(tags).register(registry);
  }

  /** Creates a timer with a histogram from 1 ms to 10 s. */
  public Timer timer(String name, String description, String... tags) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BOUNDS)
        .tags(tags)
        .register(registry);
  }

  /** Creates a summary of sizes with a histogram from 1 to 10,000. */
  public DistributionSummary sizes(String name, String description) {
    return DistributionSummary.builder(name)
        .description(description)
        .serviceLevelObjectives(SIZES)
        .register(registry);
  }

  /** The value of a tag for an enum constant. */
  public static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
