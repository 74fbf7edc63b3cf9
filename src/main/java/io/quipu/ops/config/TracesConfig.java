package io.quipu.ops.config;

import java.util.Map;

/**
 * Where spans go.
 *
 * @param endpoint of OTLP over HTTP
 * @param mostSpans that may wait for it
 * @param properties of OpenTelemetry's SDK, by name, that one among them; may have secrets
 */
public record TracesConfig(String endpoint, int mostSpans, Map<String, String> properties) {
  public TracesConfig {
    properties = Map.copyOf(properties);
  }

  @Override
  public String toString() {
    return "TracesConfig[" + endpoint + "]";
  }
}
