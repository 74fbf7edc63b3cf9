package io.quipu.ops.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads where spans go: the variables that OpenTelemetry has for that, so that whoever knows them
 * need not learn others. What matters to the service is checked here; the rest is the SDK's.
 */
final class TracesConfigReader {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String SAMPLER = "OTEL_TRACES_SAMPLER";
  private static final String SHARE = "OTEL_TRACES_SAMPLER_ARG";
  private static final String QUEUE = "OTEL_BSP_MAX_QUEUE_SIZE";
  private static final List<String> PROTOCOLS =
      List.of("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL");
  private static final String PROTOCOL = "http/protobuf";

  private static final String USUAL_SAMPLER = "parentbased_traceidratio";
  private static final String USUAL_SHARE = "0.01";
  private static final int USUAL_QUEUE = 2_048;
  private static final int MOST_QUEUE = 100_000;
  private static final int BATCH = 512;

  private final Variables variables;

  TracesConfigReader(Variables variables) {
    this.variables = variables;
  }

  /** Null where no endpoint is set: then nothing is recorded. */
  @Nullable TracesConfig read() {
    Optional<String> endpoint =
        variables.text(TRACES_ENDPOINT).map(given -> url(TRACES_ENDPOINT, given));
    Optional<String> base = variables.text(ENDPOINT).map(given -> url(ENDPOINT, given));
    Optional<String> headers = variables.secret(HEADERS);
    boolean off = variables.flag("OTEL_SDK_DISABLED", false);
    String service = variables.text("OTEL_SERVICE_NAME").orElse("quipu");
    String sampler = variables.text(SAMPLER).orElse(USUAL_SAMPLER);
    String share = share(variables.text(SHARE).orElse(USUAL_SHARE), sampler);
    int queue = variables.number(QUEUE, 1, MOST_QUEUE, USUAL_QUEUE);
    if (off || endpoint.or(() -> base).isEmpty()) {
      return null;
    }
    PROTOCOLS.forEach(this::checkProtocol);
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.bsp.max.export.batch.size", Integer.toString(Math.min(BATCH, queue)));
    variables.ofOpenTelemetry().forEach((name, value) -> properties.put(property(name), value));
    properties.put(property(QUEUE), Integer.toString(queue));
    properties.put("otel.service.name", service);
    properties.put(property(SAMPLER), sampler);
    properties.put(property(SHARE), share);
    headers.ifPresent(given -> properties.put(property(HEADERS), given));
    PROTOCOLS.forEach(name -> properties.put(property(name), PROTOCOL));
    properties.put("otel.traces.exporter", "otlp");
    properties.put("otel.metrics.exporter", "none");
    properties.put("otel.logs.exporter", "none");
    properties.put("otel.propagators", "tracecontext");
    return new TracesConfig(endpoint.or(() -> base).get(), queue, properties);
  }

  private static String property(String variable) {
    return variable.toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private static String url(String name, String given) {
    try {
      URI url = new URI(given);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http && url.getHost() != null && url.getUserInfo() == null) {
        return given;
      }
    } catch (URISyntaxException e) {
      // told below
    }
    throw Variables.refused(
        name, "(not shown)", "allowed is a URL such as http://collector:4318, without credentials");
  }

  private static String share(String given, String sampler) {
    if (sampler.endsWith("ratio") && !given.matches("0|1|1\\.0+|0?\\.[0-9]{1,9}")) {
      throw Variables.refused(SHARE, given, "allowed is a share from 0 to 1, such as 0.01");
    }
    return given;
  }

  private void checkProtocol(String name) {
    variables
        .text(name)
        .filter(given -> !given.equals(PROTOCOL))
        .ifPresent(
            given -> {
              throw Variables.refused(name, given, "allowed is " + PROTOCOL);
            });
  }
}
