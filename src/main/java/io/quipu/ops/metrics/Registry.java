package io.quipu.ops.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmHeapPressureMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.internal.PlatformDependent;
import java.util.List;

/** The meters of one process, which are shown in Prometheus's text format. */
public final class Registry implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collector = new JvmGcMetrics();
  private final JvmHeapPressureMetrics pressure = new JvmHeapPressureMetrics();

  /** Creates a registry with meters of the process, read at each scrape or garbage collection. */
  public Registry() {
    List.of(
            collector,
            pressure,
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ClassLoaderMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics())
        .forEach(binder -> binder.bindTo(registry));
    directMemory(registry);
    BuildInfo.ofThis().bindTo(registry);
  }

  /** Shows the direct memory that Netty allocates without the JVM; see the options of the image. */
  private static void directMemory(MeterRegistry registry) {
    Gauge.builder("quipu.direct.memory.used", PlatformDependent::usedDirectMemory)
        .description("Direct memory that Netty has; -1 where it does not count it")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("quipu.direct.memory.limit", PlatformDependent::maxDirectMemory)
        .description("Most direct memory that Netty takes")
        .baseUnit("bytes")
        .register(registry);
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
    pressure.close();
    registry.close();
  }
}
