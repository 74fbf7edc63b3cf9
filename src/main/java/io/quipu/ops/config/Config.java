package io.quipu.ops.config;

import io.quipu.edge.guard.Origins;
import io.quipu.edge.kafka.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be configured, checked.
 *
 * @param dev whether this is a developer's own instance
 * @param roles what this process does
 * @param resp how Redis clients are served; null if they are not
 * @param kafka what is taken from Kafka; null where nothing is
 * @param shutdownTimeout how long stopping may take
 * @param drainDelay how much of that requests are still served for, as before; at most half of it
 * @param warnings lines for the operator about what was ignored
 */
public record Config(
    boolean dev,
    Roles roles,
    HttpConfig http,
    CassandraConfig cassandra,
    IngestConfig ingest,
    WriterConfig writer,
    CheckpointConfig checkpoint,
    OperationsConfig operations,
    AuthConfig auth,
    LimitsConfig limits,
    @Nullable RespConfig resp,
    @Nullable KafkaSettings kafka,
    Log log,
    Duration shutdownTimeout,
    Duration drainDelay,
    List<String> warnings) {
  public Config {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads the environment, and the file that it names in {@code QUIPU_CONFIG_FILE}, if it does.
   *
   * @throws InvalidConfiguration with one line that names a variable, its value and what is allowed
   */
  public static Config from(Map<String, String> environment) {
    return new ConfigReader(Variables.of(environment)).read();
  }

  /**
   * Reads what concerns Cassandra alone, for whoever does not serve.
   *
   * @throws InvalidConfiguration as {@link #from} does
   */
  public static CassandraConfig cassandra(Map<String, String> environment) {
    Variables variables = Variables.of(environment);
    return new CassandraConfigReader(variables, variables.flag("QUIPU_DEV", false)).read();
  }

  /**
   * The form of log lines, also of the one that says what is wrong with everything else: the usual
   * one where it cannot be read itself.
   */
  public static Log logFormat(Map<String, String> environment) {
    Map<String, String> withoutFile = new HashMap<>(environment);
    withoutFile.remove(Variables.FILE);
    for (Map<String, String> some : List.of(environment, withoutFile)) {
      try {
        return ConfigReader.logFormat(Variables.of(some));
      } catch (InvalidConfiguration e) {
        // told when all of it is read, in the form that is found here
      }
    }
    return Log.TEXT;
  }

  /**
   * Where the API listens.
   *
   * @param port 0 picks a free one
   * @param requestTimeout after which a request is answered with what is known by then
   * @param origins whose web pages may use it
   * @param http2ClearText whether HTTP/2 is spoken without TLS
   * @param tls null for none
   * @param connections most connections of the process
   * @param connectionsPerAddress most of them from one address
   */
  public record HttpConfig(
      String host,
      int port,
      Duration requestTimeout,
      Origins origins,
      boolean http2ClearText,
      @Nullable HttpTls tls,
      int connections,
      int connectionsPerAddress) {}

  /**
   * How events are taken in.
   *
   * @param queueEvents most events that wait in one ingest instance; past it they are refused
   * @param ack when an event is acknowledged
   */
  public record IngestConfig(int queueEvents, Ack ack) {}

  /** When an event is acknowledged. */
  public enum Ack {
    /** When a majority has it and the writer's lease held. */
    LEASED,
    /** When a majority has it and Cassandra, asked afterwards, still knows the writer as live. */
    CONFIRMED
  }

  /**
   * The lease of this process as a writer.
   *
   * @param lease how long it may acknowledge after a heartbeat
   * @param heartbeat the pause between heartbeats, at most a fifth of the lease
   */
  public record WriterConfig(Duration lease, Duration heartbeat) {}

  /**
   * Settling.
   *
   * @param period the pause between rounds
   */
  public record CheckpointConfig(Duration period) {}

  /** The form of log lines. */
  public enum Log {
    TEXT,
    JSON
  }

  /** From which level on log lines are written. */
  enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }
}
