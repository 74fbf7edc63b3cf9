package io.quipu.ops.config;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Reads every variable there is, in the order of the public contract. */
final class ConfigReader {
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1|0:0:0:0:0:0:0:1");

  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final int USUAL_CONNECTIONS = 20_000;
  private static final int FEWEST_CONNECTIONS = 1_000;

  /** What a connection at rest takes of the heap: docs/limits.md says how it was measured. */
  private static final int CONNECTION_BYTES = 8 * 1024;

  private static final int TLS_CONNECTION_BYTES = 18 * 1024;

  private final Variables variables;

  ConfigReader(Variables variables) {
    this.variables = variables;
  }

  Config read() {
    boolean dev = variables.flag("QUIPU_DEV", false);
    Config.HttpConfig http = http(dev);
    CassandraConfig cassandra = new CassandraConfigReader(variables, dev).read();
    Roles roles = Roles.read(variables, "QUIPU_ROLES");
    Config.CheckpointConfig checkpoint =
        new Config.CheckpointConfig(
            Durations.read(
                variables, "QUIPU_CHECKPOINT_PERIOD", millis(50), minutes(10), seconds(1)));
    Config.IngestConfig ingest =
        new Config.IngestConfig(
            variables.number("QUIPU_QUEUE_EVENTS", 1, 10_000_000, 100_000), ack());
    AuthConfig auth =
        new AuthConfigReader(variables, http.host(), !dev && !isLoopback(http.host())).read();
    Config.WriterConfig writer = writer();
    OperationsConfig operations = new OperationsConfigReader(variables, http.port()).read();
    RespConfig resp = new RespConfigReader(variables, http.tls() != null).read();
    Config.Log log = logFormat(variables);
    checkLogLevel();
    Duration shutdown =
        Durations.read(variables, "QUIPU_SHUTDOWN_TIMEOUT", seconds(1), minutes(10), seconds(20));
    Duration drain = drainDelay(shutdown);
    return new Config(
        dev,
        roles,
        http,
        cassandra,
        ingest,
        writer,
        checkpoint,
        operations,
        auth,
        LimitsConfig.read(variables),
        resp,
        new KafkaSettingsReader(variables, roles.takesFromKafka()).read(),
        log,
        shutdown,
        drain,
        warnings());
  }

  /** What comes after it has to fit into the rest of the timeout. */
  private Duration drainDelay(Duration shutdown) {
    Duration longest = shutdown.dividedBy(2);
    Duration drain =
        Durations.read(variables, "QUIPU_DRAIN_DELAY", Duration.ZERO, minutes(5), Duration.ZERO);
    if (drain.compareTo(longest) > 0) {
      throw Variables.refused(
          "QUIPU_DRAIN_DELAY",
          Durations.show(drain),
          "allowed is at most half of QUIPU_SHUTDOWN_TIMEOUT, which is " + Durations.show(longest));
    }
    return drain;
  }

  static Config.Log logFormat(Variables variables) {
    return variables.oneOf("QUIPU_LOG_FORMAT", Config.Log.class).orElse(Config.Log.TEXT);
  }

  private Config.HttpConfig http(boolean dev) {
    String host = variables.text("QUIPU_HTTP_HOST").orElse("0.0.0.0");
    if (!HOST.matcher(host).matches()) {
      throw Variables.refused(
          "QUIPU_HTTP_HOST", host, "allowed is the name or address of an interface, such as ::1");
    }
    boolean http2ClearText = variables.flag("QUIPU_HTTP2_CLEARTEXT", false);
    HttpTls tls = new HttpTlsReader(variables).read(http2ClearText);
    int connections =
        variables.number(
            "QUIPU_HTTP_CONNECTIONS",
            1,
            MOST_CONNECTIONS,
            usualConnections(tls == null ? CONNECTION_BYTES : TLS_CONNECTION_BYTES));
    return new Config.HttpConfig(
        host,
        variables.number("QUIPU_HTTP_PORT", 0, 65_535, 8080),
        Durations.read(variables, "QUIPU_REQUEST_TIMEOUT", millis(100), minutes(2), seconds(10)),
        new OriginsReader(variables, dev || isLoopback(host)).read(),
        http2ClearText,
        tls,
        connections,
        variables.number(
            "QUIPU_HTTP_CONNECTIONS_PER_ADDRESS", 1, MOST_CONNECTIONS, (connections + 1) / 2));
  }

  /** As many as a quarter of the heap has room for, while each of them rests. */
  private static int usualConnections(int bytes) {
    long room = Runtime.getRuntime().maxMemory() / 4 / bytes;
    return (int) Math.min(USUAL_CONNECTIONS, Math.max(FEWEST_CONNECTIONS, room));
  }

  private Config.Ack ack() {
    return variables.oneOf("QUIPU_ACK", Config.Ack.class).orElse(Config.Ack.LEASED);
  }

  static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  private Config.WriterConfig writer() {
    Duration lease = Durations.read(variables, "QUIPU_LEASE", seconds(2), seconds(60), seconds(5));
    Duration longest = lease.dividedBy(5);
    Duration usual = millis(500).compareTo(longest) < 0 ? millis(500) : longest;
    Duration heartbeat =
        Durations.read(variables, "QUIPU_HEARTBEAT", millis(50), seconds(12), usual);
    if (heartbeat.compareTo(longest) > 0) {
      throw Variables.refused(
          "QUIPU_HEARTBEAT",
          Durations.show(heartbeat),
          "allowed is at most a fifth of QUIPU_LEASE, which is " + Durations.show(longest));
    }
    return new Config.WriterConfig(lease, heartbeat);
  }

  /** Logback reads it by itself, and would take a misspelt level for another without a word. */
  private void checkLogLevel() {
    variables.oneOf("QUIPU_LOG_LEVEL", Config.LogLevel.class);
  }

  private List<String> warnings() {
    return variables.unknown().stream()
        .filter(name -> !name.startsWith("QUIPU_DEV_"))
        .map(name -> name + " is ignored: there is no such variable" + hint(name))
        .toList();
  }

  private String hint(String name) {
    return SpellingSuggestion.nearest(name, variables.known())
        .map(near -> "; is " + near + " meant?")
        .orElse("");
  }

  private static Duration millis(long amount) {
    return Duration.ofMillis(amount);
  }

  private static Duration seconds(long amount) {
    return Duration.ofSeconds(amount);
  }

  private static Duration minutes(long amount) {
    return Duration.ofMinutes(amount);
  }
}
