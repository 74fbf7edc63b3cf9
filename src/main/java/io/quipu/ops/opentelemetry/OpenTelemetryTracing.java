package io.quipu.ops.opentelemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.resources.Resource;
import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.ops.config.TracesConfig;
import io.quipu.ops.trace.Span;
import io.quipu.ops.trace.Tracing;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Records spans with OpenTelemetry's SDK. The SDK samples spans and sends them in batches from its
 * own threads. Requests never wait for the endpoint of the spans; {@link SpanBudget} bounds the
 * number of kept spans.
 */
public final class OpenTelemetryTracing implements Tracing {
  private static final String SCOPE = "io.quipu";

  /** The time for the last export when the process stops; spans not exported by then are lost. */
  private static final long FLUSH_MILLIS = 2_000;

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  private OpenTelemetryTracing(OpenTelemetrySdk sdk) {
    this.sdk = sdk;
    this.tracer = sdk.getTracer(SCOPE);
  }

  /**
   * Starts the SDK. The first export of spans connects to the endpoint.
   *
   * @throws InvalidConfiguration if the SDK refuses a variable
   */
  public static OpenTelemetryTracing open(TracesConfig config, MeterRegistry registry) {
    SdkLog.install();
    SpanBudget budget = new SpanBudget(config.mostSpans(), new TraceMeters(registry));
    try {
      return new OpenTelemetryTracing(
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesCustomizer(read -> config.properties())
              .addResourceCustomizer((resource, read) -> ofThis().merge(resource))
              .addSpanProcessorCustomizer((processor, read) -> budget.before(processor))
              .addSpanExporterCustomizer((exporter, read) -> budget.over(exporter))
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk());
    } catch (ConfigurationException e) {
      throw new InvalidConfiguration("OpenTelemetry: " + e.getMessage());
    }
  }

  /** The attributes of this instance; attributes from the environment replace them. */
  private static Resource ofThis() {
    String version = OpenTelemetryTracing.class.getPackage().getImplementationVersion();
    Resource instance =
        Resource.builder().put("service.instance.id", UUID.randomUUID().toString()).build();
    return version == null
        ? instance
        : instance.merge(Resource.builder().put("service.version", version).build());
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public Span request(String method, String route, Headers headers) {
    Context parent =
        W3CTraceContextPropagator.getInstance()
            .extract(Context.root(), headers, HeaderGetter.INSTANCE);
    return started(
        tracer
            .spanBuilder(method + " " + route)
            .setSpanKind(SpanKind.SERVER)
            .setParent(parent)
            .setAttribute("http.request.method", method)
            .setAttribute("http.route", route));
  }

  @Override
  public Span root(String name) {
    return started(tracer.spanBuilder(name).setNoParent());
  }

  private Span started(SpanBuilder builder) {
    io.opentelemetry.api.trace.Span span = builder.startSpan();
    return span.isRecording() ? new RecordedSpan(tracer, span) : Span.NONE;
  }

  @Override
  public CompletionStage<Void> close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    sdk.shutdown().whenComplete(() -> closed.complete(null));
    return closed.completeOnTimeout(null, FLUSH_MILLIS, TimeUnit.MILLISECONDS);
  }
}
