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
 * Makes the meters of a feature: each with a name, a description and tags, which are names and
 * values by turns.
 */
public final class Meters {
  /**
   * The bounds of the buckets in which lengths of time are counted. The same for all, so that what
   * callers wait for can be held against what it is made of; few, as each is a series.
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

  /** A counter for each value of a tag. */
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

  /** Shows a count that somebody else keeps. */
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
   * @param value is not kept alive by it
   */
  public void gauge(String name, String description, Number value, String... tags) {
    gauge(name, description, value, Number::doubleValue, tags);
  }

  /**
   * Shows a value that changes.
   *
   * @param source is not kept alive by it
   */
  public <T> void gauge(
      String name, String description, T source, ToDoubleFunction<T> value, String... tags) {
    Gauge.builder(name, source, value).description(description).tags(tags).register(registry);
  }

  /** Lengths of time, in buckets from 1 ms to 10 s. */
  public Timer timer(String name, String description, String... tags) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BOUNDS)
        .tags(tags)
        .register(registry);
  }

  /** Sizes, in buckets from 1 to 10,000. */
  public DistributionSummary sizes(String name, String description) {
    return DistributionSummary.builder(name)
        .description(description)
        .serviceLevelObjectives(SIZES)
        .register(registry);
  }

  /** A value of a tag. */
  public static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
