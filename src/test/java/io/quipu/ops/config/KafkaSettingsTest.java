package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.kafka.ConsumerProperties;
import io.quipu.edge.kafka.KafkaSettings;
import io.quipu.edge.kafka.KafkaSettings.Malformed;
import io.quipu.engine.model.DeduplicationWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSettingsTest {
  private static Config config(String... variables) {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUIPU_DEV", "true");
    environment.put("QUIPU_ROLES", "http,ingest,query,checkpoint,live,kafka");
    environment.put("QUIPU_KAFKA_BOOTSTRAP_SERVERS", "broker-1:9092, [::1]:9093");
    environment.put("QUIPU_KAFKA_TOPICS", "orders=shop/{key}; clicks=web/all");
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return Config.from(environment);
  }

  @Test
  void withoutTheRoleNothingIsTaken_andTheVariablesAreKnown() {
    Config config = config("QUIPU_ROLES", "checkpoint");
    assertThat(config.kafka()).isNull();
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void whatIsNotSaidIsSafe() {
    KafkaSettings settings = config().kafka();
    assertThat(settings.malformed()).isEqualTo(Malformed.STOP);
    assertThat(settings.redelivery()).isEqualTo(DeduplicationWindow.FOREVER);
    assertThat(settings.underWay()).isEqualTo(10_000);
    assertThat(settings.properties()).containsEntry("group.id", "quipu");
    assertThat(settings.mappings().topics()).containsExactly("orders", "clicks");
    ConsumerProperties.check(settings);
  }

  @Test
  void everyVariableIsRead() {
    KafkaSettings settings =
        config(
                "QUIPU_KAFKA_GROUP", "counting",
                "QUIPU_KAFKA_MALFORMED", "skip",
                "QUIPU_KAFKA_REDELIVERY", "48h",
                "QUIPU_KAFKA_UNDER_WAY", "2000")
            .kafka();
    assertThat(settings.malformed()).isEqualTo(Malformed.SKIP);
    assertThat(settings.redelivery()).isEqualTo(48 * 3_600);
    assertThat(settings.underWay()).isEqualTo(2_000);
    assertThat(settings.properties()).containsEntry("group.id", "counting");
  }

  @ParameterizedTest
  @CsvSource({
    "QUIPU_KAFKA_BOOTSTRAP_SERVERS, broker",
    "QUIPU_KAFKA_BOOTSTRAP_SERVERS, http://broker:9092",
    "QUIPU_KAFKA_BOOTSTRAP_SERVERS, ''",
    "QUIPU_KAFKA_TOPICS, orders",
    "QUIPU_KAFKA_TOPICS, ''",
    "QUIPU_KAFKA_TOPICS, orders=shop/{value}",
    "QUIPU_KAFKA_MALFORMED, ignore",
    "QUIPU_KAFKA_REDELIVERY, soon",
    "QUIPU_KAFKA_UNDER_WAY, 10",
    "QUIPU_KAFKA_PROPERTIES, /no/such/file"
  })
  void aBadValueStopsTheStart_withOneLineThatNamesIt(String variable, String value) {
    assertThatThrownBy(() -> config(variable, value))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith(variable)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void furtherPropertiesComeFromAFile_andAreNotShown(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("kafka.properties");
    Files.writeString(file, "security.protocol=SASL_SSL\nsasl.jaas.config=module secret;\n");
    KafkaSettings settings = config("QUIPU_KAFKA_PROPERTIES", file.toString()).kafka();
    assertThat(settings.properties())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "module secret;");
    assertThat(settings.toString()).contains("broker-1:9092").doesNotContain("secret");
  }

  @Test
  void whatHoldsTheGuaranteeCannotBeSet(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("kafka.properties");
    Files.writeString(file, "enable.auto.commit=true\n");
    assertThatThrownBy(() -> config("QUIPU_KAFKA_PROPERTIES", file.toString()))
        .hasMessageStartingWith("QUIPU_KAFKA_PROPERTIES")
        .hasMessageContaining("enable.auto.commit");
  }

  @Test
  void whatTheClientRefusesIsNamed_withoutItsValue(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("kafka.properties");
    Files.writeString(file, "fetch.max.bytes=hunter2\n");
    KafkaSettings settings = config("QUIPU_KAFKA_PROPERTIES", file.toString()).kafka();
    assertThatThrownBy(() -> ConsumerProperties.check(settings))
        .hasMessageContaining("fetch.max.bytes")
        .message()
        .doesNotContain("hunter2");
  }
}
