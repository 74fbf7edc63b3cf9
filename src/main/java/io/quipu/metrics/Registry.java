package io.quipu.metrics;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The meters of one process, in Prometheus's text format. */
public final class Registry implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collector = new JvmGcMetrics();

  public Registry() {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    collector.bindTo(registry);
  }

  public PrometheusMeterRegistry meters() {
    return registry;
  }

  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collector.close();
    registry.close();
  }
}
