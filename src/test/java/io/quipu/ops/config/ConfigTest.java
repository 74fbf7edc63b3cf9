package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {
  @Test
  void defaultsAreThoseOfTheContract() {
    Config config =
        TestEnvironment.config(
            "QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true", "QUIPU_HTTP_CONNECTIONS=20000");

    assertThat(config)
        .isEqualTo(
            new Config(
                false,
                Roles.ALL,
                new Config.HttpConfig(
                    "0.0.0.0",
                    8080,
                    Duration.ofSeconds(10),
                    false,
                    "",
                    "",
                    false,
                    "",
                    null,
                    20_000,
                    10_000),
                new CassandraConfig(
                    List.of(new ContactPoint("127.0.0.1", 9042)),
                    "datacenter1",
                    "quipu",
                    Map.of(),
                    LayoutConfig.NONE,
                    Consistency.QUORUM,
                    null,
                    null,
                    Duration.ofSeconds(60),
                    SchemaChanges.CREATE),
                new Config.IngestConfig(100_000, Config.Ack.LEASED),
                new Config.WriterConfig(Duration.ofSeconds(5), Duration.ofMillis(500)),
                new Config.CheckpointConfig(Duration.ofSeconds(1)),
                OperationsConfig.NONE,
                AuthConfig.NONE,
                new LimitsConfig(10_000, 0, 0, 0),
                null,
                null,
                Config.Log.TEXT,
                Duration.ofSeconds(20),
                Duration.ZERO,
                List.of()));
  }

  @Test
  void limitsOfNamespacesAndNewCountersAreSaid_orThereAreNone() {
    Config config =
        TestEnvironment.config(
            "QUIPU_DEV=true",
            "QUIPU_MAX_NAMESPACES=5",
            "QUIPU_NAMESPACE_RATE=300",
            "QUIPU_NEW_COUNTERS=1000",
            "QUIPU_NEW_SERIES=7");
    assertThat(config.limits()).isEqualTo(new LimitsConfig(5, 300, 1_000, 7));
    for (String name :
        List.of(
            "QUIPU_MAX_NAMESPACES",
            "QUIPU_NAMESPACE_RATE",
            "QUIPU_NEW_COUNTERS",
            "QUIPU_NEW_SERIES")) {
      assertThatThrownBy(() -> TestEnvironment.config("QUIPU_DEV=true", name + "=0"))
          .hasMessageStartingWith(name + "=0: allowed is a number from 1 to ");
    }
  }

  @Test
  void aDevelopersInstanceNeedsNothing() {
    Config config = TestEnvironment.config("QUIPU_DEV=true");

    assertThat(config.dev()).isTrue();
    assertThat(config.auth()).isEqualTo(AuthConfig.NONE);
    assertThat(config.cassandra().replication()).isEqualTo(Map.of("datacenter1", 1));
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void aBlankValueIsNone() {
    Config config =
        TestEnvironment.config(
            "QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true", "QUIPU_HTTP_PORT= ", "QUIPU_ROLES=");

    assertThat(config)
        .isEqualTo(TestEnvironment.config("QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true"));
  }

  @ParameterizedTest
  @CsvSource({
    "QUIPU_HTTP_PORT, 0, 0",
    "QUIPU_HTTP_PORT, 65535, 65535",
    "QUIPU_QUEUE_EVENTS, 1, 1",
    "QUIPU_QUEUE_EVENTS, 10000000, 10000000",
  })
  void numbersAreRead(String name, String value, int expected) {
    Config config = with(name, value);

    assertThat(name.endsWith("PORT") ? config.http().port() : config.ingest().queueEvents())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIPU_CHECKPOINT_PERIOD, 50ms, 50",
    "QUIPU_CHECKPOINT_PERIOD, 10m, 600000",
    "QUIPU_SHUTDOWN_TIMEOUT, 1s, 1000",
    "QUIPU_DRAIN_DELAY, 0s, 0",
    "QUIPU_DRAIN_DELAY, 10s, 10000",
    "QUIPU_LEASE, 60s, 60000",
    "QUIPU_LEASE, 1m, 60000",
    "QUIPU_HEARTBEAT, 1s, 1000",
    "QUIPU_HEARTBEAT, ' 50ms ', 50",
    "QUIPU_REQUEST_TIMEOUT, 100ms, 100",
    "QUIPU_CASSANDRA_CONNECT_TIMEOUT, 1h, 3600000",
  })
  void lengthsAreRead(String name, String value, long millis) {
    Map<String, Function<Config, Duration>> where =
        Map.of(
            "QUIPU_CHECKPOINT_PERIOD", config -> config.checkpoint().period(),
            "QUIPU_SHUTDOWN_TIMEOUT", Config::shutdownTimeout,
            "QUIPU_DRAIN_DELAY", Config::drainDelay,
            "QUIPU_LEASE", config -> config.writer().lease(),
            "QUIPU_HEARTBEAT", config -> config.writer().heartbeat(),
            "QUIPU_REQUEST_TIMEOUT", config -> config.http().requestTimeout(),
            "QUIPU_CASSANDRA_CONNECT_TIMEOUT", config -> config.cassandra().connectTimeout());

    assertThat(where.get(name).apply(with(name, value))).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void boundsOfConnectionsFollowOneAnother_andTheHeap() {
    Config.HttpConfig usual = with("QUIPU_DEV", "true").http();
    assertThat(usual.connections()).isBetween(1_000, 20_000);
    assertThat(usual.connectionsPerAddress()).isEqualTo((usual.connections() + 1) / 2);
    assertThat(usual.http2ClearText()).isFalse();

    Config.HttpConfig given = with("QUIPU_HTTP_CONNECTIONS", "7").http();
    assertThat(given.connections()).isEqualTo(7);
    assertThat(given.connectionsPerAddress()).isEqualTo(4);
    assertThat(with("QUIPU_HTTP_CONNECTIONS_PER_ADDRESS", "3").http().connectionsPerAddress())
        .isEqualTo(3);
    assertThat(with("QUIPU_HTTP2_CLEARTEXT", "true").http().http2ClearText()).isTrue();
  }

  @Test
  void theHeaderOfTheCountryIsTheNameOfAHeader() {
    assertThat(with("QUIPU_COUNTRY_HEADER", "CF-IPCountry").http().countryHeader())
        .isEqualTo("CF-IPCountry");
    assertThatThrownBy(() -> with("QUIPU_COUNTRY_HEADER", "CF IPCountry"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_COUNTRY_HEADER=CF IPCountry: allowed is");
  }

  @Test
  void certificateAndKeyAreGivenTogether_andLeaveNoRoomForClearText() {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    environment.put("QUIPU_TLS_CERTIFICATE", "/tls/tls.crt");
    assertThatThrownBy(() -> Config.from(environment))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_TLS_KEY is not set");

    environment.put("QUIPU_TLS_KEY", "/tls/tls.key");
    assertThat(Config.from(environment).http().tls())
        .isEqualTo(new HttpTls(Path.of("/tls/tls.crt"), Path.of("/tls/tls.key")));
    long room = Runtime.getRuntime().maxMemory() / 4 / (18 * 1024);
    assertThat(Config.from(environment).http().connections())
        .as("each takes more memory")
        .isEqualTo((int) Math.min(20_000, Math.max(1_000, room)));

    environment.put("QUIPU_HTTP2_CLEARTEXT", "true");
    assertThatThrownBy(() -> Config.from(environment))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_HTTP2_CLEARTEXT=true: allowed is false");
  }

  @Test
  void choicesAreRead_inEitherCase() {
    assertThat(with("QUIPU_SCHEMA", "Check").cassandra().schema()).isEqualTo(SchemaChanges.CHECK);
    assertThat(with("QUIPU_ACK", "leased").ingest().ack()).isEqualTo(Config.Ack.LEASED);
    assertThat(with("QUIPU_ACK", "Confirmed").ingest().ack()).isEqualTo(Config.Ack.CONFIRMED);
    assertThat(with("QUIPU_LOG_FORMAT", "json").log()).isEqualTo(Config.Log.JSON);
    assertThat(with("QUIPU_DEV", "FALSE").dev()).isFalse();
    assertThat(with("QUIPU_HTTP_HOST", "::1").http().host()).isEqualTo("::1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QUIPU_HTTP_PORT | 65536 | a number from 0 to 65535",
        "QUIPU_HTTP_PORT | -1 | a number from 0 to 65535",
        "QUIPU_HTTP_PORT | 80a | a number from 0 to 65535",
        "QUIPU_HTTP_PORT | 99999999999999999999 | a number from 0 to 65535",
        "QUIPU_MANAGEMENT_PORT | 65536 | a number from 0 to 65535",
        "QUIPU_MANAGEMENT_PORT | 8080 | another port than QUIPU_HTTP_PORT",
        "QUIPU_HTTP_HOST | a host | name or address of an interface",
        "QUIPU_QUEUE_EVENTS | 0 | a number from 1 to 10000000",
        "QUIPU_DEV | yes | true and false",
        "QUIPU_ROLES | http, | http,ingest,query,checkpoint,live for everything",
        "QUIPU_SCHEMA | drop | create, check",
        "QUIPU_CHECKPOINT_PERIOD | 1 | from 50ms to 10m, such as 1s",
        "QUIPU_CHECKPOINT_PERIOD | 49ms | from 50ms to 10m",
        "QUIPU_CHECKPOINT_PERIOD | 11m | from 50ms to 10m",
        "QUIPU_CHECKPOINT_PERIOD | 1 s | from 50ms to 10m",
        "QUIPU_SHUTDOWN_TIMEOUT | 0s | from 1s to 10m, such as 20s",
        "QUIPU_DRAIN_DELAY | 11s | at most half of QUIPU_SHUTDOWN_TIMEOUT, which is 10s",
        "QUIPU_DRAIN_DELAY | 6m | from 0s to 5m, such as 0s",
        "QUIPU_LEASE | 1s | from 2s to 1m, such as 5s",
        "QUIPU_LEASE | 61s | from 2s to 1m",
        "QUIPU_HEARTBEAT | 20ms | from 50ms to 12s",
        "QUIPU_HEARTBEAT | 1001ms | at most a fifth of QUIPU_LEASE, which is 1s",
        "QUIPU_REQUEST_TIMEOUT | 1d | from 100ms to 2m, such as 10s",
        "QUIPU_LOG_FORMAT | xml | text, json",
        "QUIPU_LOG_LEVEL | verbose | off, error, warn, info, debug, trace",
        "QUIPU_ACK | quorum | leased, confirmed",
        "QUIPU_AUTH | oauth | none, keys, jwt",
        "QUIPU_AUTH | basic | none, keys",
        "QUIPU_RATE | 0 | a number from 1 to 1000000",
        "QUIPU_OPEN_TO_ANYONE | yes | true and false",
        "QUIPU_CASSANDRA_CONTACT_POINTS | a:b | host:port",
        "QUIPU_CASSANDRA_CONTACT_POINTS | a:1,,b:2 | host:port",
        "QUIPU_CASSANDRA_CONTACT_POINTS | a:0 | host:port",
        "QUIPU_CASSANDRA_CONTACT_POINTS | a:65536 | host:port",
        "QUIPU_CASSANDRA_LOCAL_DC | dc 1 | name of a data centre",
        "QUIPU_CASSANDRA_LOCAL_DC | dc'1 | name of a data centre",
        "QUIPU_CASSANDRA_KEYSPACE | Quipu | a lower-case letter",
        "QUIPU_CASSANDRA_KEYSPACE | a; DROP | a lower-case letter",
        "QUIPU_CASSANDRA_REPLICATION | 0 | a number from 1 to 99, or dc1:3,dc2:3",
        "QUIPU_CASSANDRA_REPLICATION | dc1:3,dc1:2 | a number from 1 to 99, or dc1:3,dc2:3",
        "QUIPU_CASSANDRA_REPLICATION | dc1: | a number from 1 to 99, or dc1:3,dc2:3",
        "QUIPU_CASSANDRA_REPLICATION | d'c:3 | a number from 1 to 99, or dc1:3,dc2:3",
        "QUIPU_CASSANDRA_CONSISTENCY | ONE | quorum, local_quorum",
        "QUIPU_CASSANDRA_CONSISTENCY | ALL | quorum, local_quorum",
        "QUIPU_CASSANDRA_CONNECT_TIMEOUT | 0s | from 1s to 1h, such as 1m",
        "QUIPU_CASSANDRA_TLS_ENABLED | 1 | true and false",
        "QUIPU_CASSANDRA_TLS_HOSTNAME_VERIFICATION | off | true and false",
      })
  void aBadValueIsOneLineWithVariableValueAndWhatIsAllowed(
      String name, String value, String allowed) {
    assertThatThrownBy(() -> with(name, value))
        .isInstanceOf(InvalidConfiguration.class)
        .message()
        .startsWith(name + "=" + value + ": ")
        .contains(allowed)
        .doesNotContain("\n");
  }

  @Test
  void aValueWithLineBreaksStaysOneLine() {
    assertThatThrownBy(() -> with("QUIPU_ROLES", "http\nFATAL all is lost"))
        .isInstanceOf(InvalidConfiguration.class)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void healthAndMetricsHaveAPortOfTheirOwn_whereItIsSaid() {
    assertThat(with("QUIPU_DEV", "true").operations().hasManagementPort()).isFalse();
    assertThat(with("QUIPU_MANAGEMENT_PORT", "9090").operations())
        .isEqualTo(new OperationsConfig(9090, null));
    assertThat(with("QUIPU_MANAGEMENT_PORT", "0").operations().hasManagementPort()).isTrue();
  }

  @Test
  void aShortLeaseHastensTheHeartbeat() {
    assertThat(with("QUIPU_LEASE", "2s").writer().heartbeat()).isEqualTo(Duration.ofMillis(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1"})
  void onLoopbackNobodyNeedsToSayWhoMayUseIt(String host) {
    assertThat(TestEnvironment.config("QUIPU_HTTP_HOST=" + host).auth()).isEqualTo(AuthConfig.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "10.0.0.1", "127.example.org", "localhost.example.org"})
  void elsewhereItHasToBeSaid(String host) {
    assertThatThrownBy(() -> TestEnvironment.config("QUIPU_HTTP_HOST=" + host))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_AUTH must be set")
        .hasMessageContaining(host);
  }

  @Test
  void anUnknownVariableIsAWarning_withTheNameThatWasMeant() {
    assertThat(with("QUIPU_HTTP_PROT", "80").warnings())
        .containsExactly(
            "QUIPU_HTTP_PROT is ignored: there is no such variable; is QUIPU_HTTP_PORT meant?");
    assertThat(with("QUIPU_SOMETHING_ELSE", "1").warnings())
        .containsExactly("QUIPU_SOMETHING_ELSE is ignored: there is no such variable");
  }

  @Test
  void everyDocumentedVariableIsNoWarning() throws IOException {
    Map<String, String> all = TestEnvironment.of("QUIPU_DEV=true");
    Pattern.compile("`(QUIPU_[A-Z0-9_]+)`(?:, `(_FILE)`)?")
        .matcher(Files.readString(Path.of("docs", "configuration.md")))
        .results()
        .forEach(
            found -> {
              all.putIfAbsent(found.group(1), "");
              all.putIfAbsent(found.group(1) + Objects.requireNonNullElse(found.group(2), ""), "");
            });
    assertThat(all).hasSizeGreaterThan(44);
    assertThat(Config.from(all).warnings()).isEmpty();
  }

  @Test
  void whatKubernetesSetsForItsServicesIsNoWarning_norAValue() {
    Config config =
        TestEnvironment.config(
            "QUIPU_AUTH=none",
            "QUIPU_OPEN_TO_ANYONE=true",
            "QUIPU_SERVICE_HOST=10.0.0.1",
            "QUIPU_SERVICE_PORT=8080",
            "QUIPU_SERVICE_PORT_HTTP=8080",
            "QUIPU_PORT=tcp://10.0.0.1:8080",
            "QUIPU_PORT_8080_TCP=tcp://10.0.0.1:8080",
            "QUIPU_PORT_8080_TCP_PROTO=tcp",
            "QUIPU_PORT_8080_TCP_PORT=8080",
            "QUIPU_PORT_8080_TCP_ADDR=10.0.0.1",
            "QUIPU_CASSANDRA_SERVICE_HOST=10.0.0.2",
            "QUIPU_CASSANDRA_PORT=tcp://10.0.0.2:9042",
            "QUIPU_CASSANDRA_PORT_9042_TCP_ADDR=10.0.0.2",
            "QUIPU_HTTP_PORT=tcp://10.0.0.3:80",
            "QUIPU_DEV_CASSANDRA_PORT=9042",
            "PATH=/bin");

    assertThat(config)
        .isEqualTo(TestEnvironment.config("QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true"));
    assertThat(with("QUIPU_PORT", "8080").warnings()).hasSize(1);
  }

  private static Config with(String name, String value) {
    return TestEnvironment.config(
        "QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true", name + "=" + value);
  }
}
