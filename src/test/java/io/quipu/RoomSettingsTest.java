package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.guard.browser.Authority;
import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.browser.PublicHosts;
import io.quipu.edge.kafka.ConsumerProperties;
import io.quipu.edge.kafka.KafkaSettings;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.ops.config.KafkaConfig;
import io.quipu.ops.config.KafkaConfig.Malformed;
import io.quipu.ops.config.RespConfig;
import io.quipu.service.auth.ApiKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoomSettingsTest {
  private static final String KEY = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz";

  @TempDir private Path folder;

  private static RoomSettings settings(String... variables) {
    return settings(Map.of("QUIPU_DEV", "true"), variables);
  }

  private static RoomSettings kafka(String... variables) {
    return settings(
        Map.of(
            "QUIPU_DEV", "true",
            "QUIPU_ROLES", "http,ingest,query,checkpoint,live,kafka",
            "QUIPU_KAFKA_BOOTSTRAP_SERVERS", "broker-1:9092, [::1]:9093",
            "QUIPU_KAFKA_TOPICS", "orders=shop/{key}; clicks=web/all"),
        variables);
  }

  private static RoomSettings settings(Map<String, String> usual, String... variables) {
    Map<String, String> environment = new HashMap<>(usual);
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return RoomSettings.of(Config.from(environment));
  }

  @Test
  void withoutTheRoleNothingIsTaken_andTheVariablesAreKnown() {
    assertThat(kafka("QUIPU_ROLES", "checkpoint").kafka()).isNull();
    assertThat(Config.from(Map.of("QUIPU_DEV", "true", "QUIPU_KAFKA_TOPICS", "x")).warnings())
        .isEmpty();
  }

  @Test
  void whatIsNotSaidIsSafe() {
    KafkaSettings settings = kafka().kafka();
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
        kafka(
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
    assertThatThrownBy(() -> kafka(variable, value))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith(variable)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void furtherPropertiesComeFromAFile_andAreNotShown() throws Exception {
    KafkaSettings settings =
        withProperties("security.protocol=SASL_SSL\nsasl.jaas.config=module secret;\n").kafka();
    assertThat(settings.properties())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "module secret;");
    assertThat(settings.toString()).contains("broker-1:9092").doesNotContain("secret");
  }

  /** Neither what holds the guarantee can be set, nor what the client refuses. */
  @ParameterizedTest
  @CsvSource({"enable.auto.commit, true", "fetch.max.bytes, hunter2"})
  void aPropertyThatMayNotBeIsNamed_withoutItsValue(String property, String value) {
    assertThatThrownBy(() -> withProperties(property + "=" + value + "\n"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_KAFKA_PROPERTIES")
        .hasMessageContaining(property)
        .message()
        .doesNotContain(value);
  }

  private RoomSettings withProperties(String properties) throws IOException {
    Path file = Files.writeString(folder.resolve("kafka.properties"), properties);
    return kafka("QUIPU_KAFKA_PROPERTIES", file.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QUIPU_PUBLIC_HOSTS | * | names or addresses, with a port or for any",
        "QUIPU_PUBLIC_HOSTS | a,,b | separated by commas",
        "QUIPU_PUBLIC_HOSTS | https://quipu.example.org | such as quipu.example.org or"
            + " localhost:8080",
        "QUIPU_PUBLIC_HOSTS | ::1 | or [::1]",
        "QUIPU_PUBLIC_HOSTS | quipu.example.org:65536 | with a port or for any",
        "QUIPU_ALLOWED_ORIGINS | * | exact origins, separated by commas",
        "QUIPU_ALLOWED_ORIGINS | null | such as https://www.example.org",
        "QUIPU_ALLOWED_ORIGINS | https://*.example.org | no pattern, no *",
        "QUIPU_ALLOWED_ORIGINS | https://example.org/ | no path",
        "QUIPU_ALLOWED_ORIGINS | example.org | such as https://www.example.org",
        "QUIPU_ALLOWED_ORIGINS | https://a b | exact origins",
      })
  void hostsAndOriginsThatAreNoneStopTheStart(String name, String value, String allowed) {
    assertThatThrownBy(() -> settings(name, value))
        .isInstanceOf(InvalidConfiguration.class)
        .message()
        .startsWith(name + "=" + value + ": ")
        .contains(allowed)
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1"})
  void onLoopbackItIsCalledByTheNamesOfLoopback(String host) {
    assertThat(RoomSettings.of(Config.from(Map.of("QUIPU_HTTP_HOST", host))).origins())
        .isEqualTo(new Origins(new PublicHosts.Loopback(), Set.of()));
    assertThat(settings().origins().hosts()).isEqualTo(new PublicHosts.Loopback());
    Map<String, String> open = Map.of("QUIPU_AUTH", "none", "QUIPU_OPEN_TO_ANYONE", "true");
    assertThat(RoomSettings.of(Config.from(open)).origins()).isEqualTo(Origins.OWN);
  }

  @Test
  void hostsAndOriginsAreWrittenInManyWays_andMeanOne() {
    Authority name = new Authority("quipu.example.org", Authority.NO_PORT);
    Authority address = new Authority("[::1]", 8080);
    assertThat(
            settings("QUIPU_PUBLIC_HOSTS", "Quipu.Example.org , [0:0:0::1]:8080").origins().hosts())
        .isEqualTo(new PublicHosts.Listed(Set.of(name, address)));
    assertThat(
            settings("QUIPU_ALLOWED_ORIGINS", "HTTPS://QUIPU.example.org:443, http://[::1]:8080")
                .origins()
                .allowed())
        .isEqualTo(Set.of(new Origin("https", name), new Origin("http", address)));
  }

  @Test
  void theFirstKeyComesFromItsFile_andOnlyItsHashIsKept() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
    Credential bootstrap =
        settings("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString()).bootstrap();
    assertThat(bootstrap).isEqualTo(ApiKey.parse(KEY).orElseThrow().credential());
    assertThat(bootstrap.toString()).doesNotContain("0123456789abcdef");
  }

  @Test
  void aFileWithoutAKeyStopsTheStart_andIsNotShown() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "qk_first_tooshort\n");
    for (String name : new String[] {file.toString(), folder.resolve("none").toString()}) {
      assertThatThrownBy(() -> settings("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", name))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith("QUIPU_BOOTSTRAP_KEY_FILE: ")
          .message()
          .doesNotContain("tooshort");
    }
  }

  /** The table has numbers of its own, as it knows no room. */
  @Test
  void theTableHasTheBoundsOfTheRooms() {
    Map<String, String> most =
        Map.of(
            "QUIPU_DEV",
            "true",
            "QUIPU_RATE",
            String.valueOf(Grant.MOST_RATE),
            "QUIPU_PAGES",
            String.valueOf(Layout.MOST_PAGES),
            "QUIPU_RESP_PORT",
            "0",
            "QUIPU_RESP_DATABASES",
            "0=a" + "1-_".repeat(15) + "zz");
    RespConfig resp = Config.from(most).resp();
    assertThat(resp).isNotNull();
    assertThat(resp.databases().get(0)).hasSize(CounterName.NAMESPACE_LENGTH);
    CounterName.checkNamespace(resp.databases().get(0));
    for (String name : List.of("QUIPU_RATE", "QUIPU_PAGES", "QUIPU_RESP_DATABASES")) {
      Map<String, String> more = new HashMap<>(most);
      more.compute(name, (same, value) -> value + "0");
      assertThatThrownBy(() -> Config.from(more)).hasMessageStartingWith(name);
    }
    assertThat(KafkaConfig.FOREVER.toSeconds()).isEqualTo(DeduplicationWindow.FOREVER);
  }
}
