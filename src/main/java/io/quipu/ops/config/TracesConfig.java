package io.quipu.ops.config;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The receiver of spans. The variables are the standard variables of OpenTelemetry. The variables
 * that the service itself uses are checked here; all variables are passed to the SDK.
 *
 * @param endpoint the address of the receiver, for OTLP over HTTP
 * @param mostSpans the maximum number of ended spans that are kept until the endpoint has them
 * @param properties the properties of OpenTelemetry's SDK, the endpoint included; may contain
 *     secrets
 */
public record TracesConfig(String endpoint, int mostSpans, Map<String, String> properties) {
  private static final List<String> PROTOCOLS =
      List.of("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL");
  private static final String PROTOCOL = "http/protobuf";

  /** The default of the SDK. A larger batch than the queue is of no use. */
  private static final int BATCH = 512;

  public TracesConfig {
    properties = Map.copyOf(properties);
  }

  /** Reads the settings; null, which records no spans, if tracing is off or has no endpoint. */
  static @Nullable TracesConfig read(Environment environment) {
    Optional<String> endpoint =
        endpoint(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
            .or(() -> endpoint(environment, "OTEL_EXPORTER_OTLP_ENDPOINT"));
    Optional<String> headers = environment.secret("OTEL_EXPORTER_OTLP_HEADERS");
    boolean off = environment.flag("OTEL_SDK_DISABLED");
    int queue = environment.number("OTEL_BSP_MAX_QUEUE_SIZE");
    String sampler = environment.text("OTEL_TRACES_SAMPLER", any -> true);
    String share = environment.text("OTEL_TRACES_SAMPLER_ARG", any -> true);
    if (sampler.endsWith("ratio") && !share.matches("0|1|1\\.0+|0?\\.[0-9]{1,9}")) {
      throw Table.row("OTEL_TRACES_SAMPLER_ARG").refused(share);
    }
    if (off || endpoint.isEmpty()) {
      return null;
    }
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.bsp.max.export.batch.size", Integer.toString(Math.min(BATCH, queue)));
    environment.ofOpenTelemetry().forEach((name, value) -> properties.put(property(name), value));
    put(properties, "OTEL_BSP_MAX_QUEUE_SIZE", Integer.toString(queue));
    put(properties, "OTEL_SERVICE_NAME", environment.text("OTEL_SERVICE_NAME", any -> true));
    put(properties, "OTEL_TRACES_SAMPLER", sampler);
    put(properties, "OTEL_TRACES_SAMPLER_ARG", share);
    headers.ifPresent(given -> put(properties, "OTEL_EXPORTER_OTLP_HEADERS", given));
    for (String each : PROTOCOLS) {
      put(properties, each, environment.text(each, PROTOCOL::equals));
    }
    properties.put("otel.traces.exporter", "otlp");
    properties.put("otel.metrics.exporter", "none");
    properties.put("otel.logs.exporter", "none");
    properties.put("otel.propagators", "tracecontext");
    return new TracesConfig(endpoint.get(), queue, properties);
  }

  private static void put(Map<String, String> properties, String variable, String value) {
    properties.put(property(variable), value);
  }

  private static String property(String variable) {
    return variable.toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Reads a URL. Errors do not show the URL, because it may contain credentials by mistake. */
  private static Optional<String> endpoint(Environment environment, String name) {
    Optional<String> given = environment.given(name);
    if (given.isPresent()
        && given.flatMap(Environment::uri).filter(TracesConfig::isUrl).isEmpty()) {
      throw Table.row(name).refused("(not shown)");
    }
    return given;
  }

  private static boolean isUrl(URI address) {
    boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    return http && address.getHost() != null && address.getUserInfo() == null;
  }

  @Override
  public String toString() {
    return "TracesConfig[" + endpoint + "]";
  }
}
