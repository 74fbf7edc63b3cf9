package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesConfigTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String URL = "http://collector:4318";
  private static final String AT_URL = ENDPOINT + "=" + URL;

  private static Config config(String... settings) {
    Map<String, String> environment = TestEnvironment.of(settings);
    environment.put("QUIPU_DEV", "true");
    return Config.from(environment);
  }

  private static TracesConfig traces(String... settings) {
    return config(settings).operations().traces();
  }

  @Test
  void nothingIsRecorded_unlessAnEndpointIsSet() {
    assertThat(traces()).isNull();
    assertThat(traces(ENDPOINT + "= ")).isNull();
    assertThat(traces(AT_URL, "OTEL_SDK_DISABLED=true")).isNull();
    assertThat(traces("OTEL_TRACES_SAMPLER_ARG=1")).isNull();
  }

  @Test
  void aHundredthIsRecordedOfWhatNobodyDecidesFor() {
    TracesConfig traces = traces(AT_URL);
    assertThat(traces.mostSpans()).isEqualTo(2_048);
    assertThat(traces.properties())
        .containsEntry("otel.exporter.otlp.endpoint", URL)
        .containsEntry("otel.exporter.otlp.protocol", "http/protobuf")
        .containsEntry("otel.service.name", "quipu")
        .containsEntry("otel.traces.sampler", "parentbased_traceidratio")
        .containsEntry("otel.traces.sampler.arg", "0.01")
        .containsEntry("otel.metrics.exporter", "none")
        .containsEntry("otel.logs.exporter", "none");
  }

  @Test
  void whatIsNotTheServicesOwnIsPassedOn() {
    TracesConfig traces =
        traces(
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=" + URL + "/in",
            "OTEL_METRICS_EXPORTER=otlp",
            "OTEL_RESOURCE_ATTRIBUTES=k8s.pod.name=quipu-1",
            "OTEL_BSP_MAX_QUEUE_SIZE=100");
    assertThat(traces.mostSpans()).isEqualTo(100);
    assertThat(traces.properties())
        .containsEntry("otel.exporter.otlp.traces.endpoint", URL + "/in")
        .containsEntry("otel.resource.attributes", "k8s.pod.name=quipu-1")
        .containsEntry("otel.bsp.max.export.batch.size", "100")
        .containsEntry("otel.metrics.exporter", "none");
  }

  @Test
  void credentialsComeFromAFile_andAreNotShown(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("headers"), "authorization=Bearer%20abc\n");
    TracesConfig traces = traces(AT_URL, "OTEL_EXPORTER_OTLP_HEADERS_FILE=" + file.toString());
    assertThat(traces.properties())
        .containsEntry("otel.exporter.otlp.headers", "authorization=Bearer%20abc");
    assertThat(traces.toString()).contains(URL).doesNotContain("abc");
  }

  @Test
  void variablesOfOthersAreNoWarning() {
    assertThat(config("OTEL_SOMETHING_ELSE=1").warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4318",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://me:secret@collector:4318",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, grpc://collector:4317",
    "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
    "OTEL_TRACES_SAMPLER_ARG, 2",
    "OTEL_TRACES_SAMPLER_ARG, all",
    "OTEL_BSP_MAX_QUEUE_SIZE, 0",
    "OTEL_SDK_DISABLED, perhaps",
  })
  void aBadValueIsRefused_inOneLineThatNamesIt(String variable, String value) {
    String endpoint = variable.equals(ENDPOINT) ? value : URL;
    assertThatThrownBy(() -> config(ENDPOINT + "=" + endpoint, variable + "=" + value))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith(variable + "=")
        .hasMessageContaining("allowed")
        .message()
        .doesNotContain("secret");
  }
}
