package io.quipu.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.GrowingAge;
import io.quipu.ops.metrics.Meters;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gauges of counts. Every instance shows the same counts, each as of its own last reading: {@code
 * max by (namespace, counter)} makes one of them. A number past 2<sup>53</sup> is rounded.
 */
public final class CountMeters {
  private static final double NEVER = -1;

  private final MultiGauge counts;
  private final GrowingAge age = new GrowingAge(NEVER);
  private final AtomicInteger leftOut = new AtomicInteger();

  public CountMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    this.counts =
        MultiGauge.builder("quipu.count")
            .description("The count or estimate of a counter; every instance shows all")
            .register(registry);
    meters.gauge(
        "quipu.counts.age.seconds",
        "Since the counts were read that are shown; -1 before that",
        age,
        GrowingAge::seconds);
    meters.gauge(
        "quipu.counts.left.out",
        "Counters that are not shown, because there are too many",
        leftOut);
  }

  /**
   * Shows counts instead of those that were shown before.
   *
   * @param seconds how long ago the reading began
   * @param more the number of counters that are not among the counts
   */
  void show(Collection<Answer> answers, double seconds, int more) {
    counts.register(answers.stream().map(CountMeters::row).toList(), true);
    leftOut.set(more);
    age.is(seconds);
  }

  private static MultiGauge.Row<?> row(Answer answer) {
    CounterName counter = answer.counter().named();
    return MultiGauge.Row.of(
        Tags.of("namespace", counter.namespace(), "counter", counter.name()),
        answer.number().doubleValue());
  }
}
