package io.quipu.ops.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration, with checked values.
 *
 * @param dev whether this is a developer's own instance
 * @param roles the roles of this process
 * @param resp null where no Redis clients are served
 * @param kafka null where no events are taken from Kafka
 * @param shutdownTimeout the maximum time of the shutdown
 * @param drainDelay the first part of the shutdown, in which requests are still served; at most
 *     half of {@code shutdownTimeout}
 * @param warnings lines for the operator, one about each given variable that does not exist
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
    @Nullable KafkaConfig kafka,
    Log log,
    Duration shutdownTimeout,
    Duration drainDelay,
    List<String> warnings) {
  private static final Predicate<String> HOST =
      Pattern.compile("[A-Za-z0-9._:-]+").asMatchPredicate();
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1|0:0:0:0:0:0:0:1");

  public Config {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads the environment, and the file that {@code QUIPU_CONFIG_FILE} names, if any.
   *
   * @throws InvalidConfiguration with one line that names the variable
   */
  public static Config from(Map<String, String> variables) {
    Environment environment = Environment.of(variables);
    boolean dev = environment.flag("QUIPU_DEV");
    HttpConfig http = HttpConfig.read(environment, dev);
    Roles roles = environment.get("QUIPU_ROLES", Roles::parse);
    // Logback reads the level itself. It is only checked here, because Logback would silently
    // replace a misspelt level by another level.
    var unused = environment.oneOf("QUIPU_LOG_LEVEL", LogLevel.class);
    Duration shutdown = environment.length("QUIPU_SHUTDOWN_TIMEOUT");
    return new Config(
        dev,
        roles,
        http,
        CassandraConfig.read(environment, dev),
        new IngestConfig(
            environment.number("QUIPU_QUEUE_EVENTS"), environment.oneOf("QUIPU_ACK", Ack.class)),
        WriterConfig.read(environment),
        new CheckpointConfig(environment.length("QUIPU_CHECKPOINT_PERIOD")),
        OperationsConfig.read(environment, http.port()),
        AuthConfig.read(environment, http.host(), !http.isLocal()),
        LimitsConfig.read(environment),
        RespConfig.read(environment, http.tls() != null),
        KafkaConfig.read(environment, roles.takesFromKafka()),
        environment.oneOf("QUIPU_LOG_FORMAT", Log.class),
        shutdown,
        lengthUpTo(
            shutdown.dividedBy(2),
            "half of QUIPU_SHUTDOWN_TIMEOUT",
            environment,
            "QUIPU_DRAIN_DELAY"),
        environment.warnings());
  }

  /** Reads a length of at most {@code most}; a longer default length becomes {@code most}. */
  private static Duration lengthUpTo(
      Duration most, String words, Environment environment, String name) {
    Duration length = environment.length(name);
    if (length.compareTo(most) <= 0) {
      return length;
    }
    if (environment.has(name)) {
      throw Table.row(name)
          .refused(
              Durations.show(length),
              "allowed is at most " + words + ", which is " + Durations.show(most));
    }
    return most;
  }

  /**
   * Reads only the settings of Cassandra, for commands that start no server.
   *
   * @throws InvalidConfiguration with one line that names the variable
   */
  public static CassandraConfig cassandra(Map<String, String> variables) {
    Environment environment = Environment.of(variables);
    return CassandraConfig.read(environment, environment.flag("QUIPU_DEV"));
  }

  /**
   * The form of log lines, also of the line about an invalid configuration. A file that is not
   * valid is ignored here; a variable that is not valid gives {@link Log#TEXT}.
   */
  public static Log logFormat(Map<String, String> variables) {
    Map<String, String> withoutFile = new HashMap<>(variables);
    withoutFile.remove(Environment.FILE);
    for (Map<String, String> some : List.of(variables, withoutFile)) {
      try {
        return Environment.of(some).oneOf("QUIPU_LOG_FORMAT", Log.class);
      } catch (InvalidConfiguration e) {
        // reported when the whole configuration is read, in the log format that is found here
      }
    }
    return Log.TEXT;
  }

  static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  /**
   * The HTTP server of the API.
   *
   * @param port 0 picks a free port
   * @param requestTimeout the time after which a request is answered with the results known by then
   * @param isLocal true on loopback and for a developer's own instance
   * @param publicHosts the hosts that the {@code Host} header may name, unparsed; empty for the
   *     default hosts
   * @param allowedOrigins the other origins with web pages that may use the API, unparsed
   * @param http2ClearText whether HTTP/2 is spoken without TLS
   * @param countryHeader the header in which a proxy says the country of a caller; empty for none
   * @param tls null for no encryption
   * @param connections the maximum number of connections of the process
   * @param connectionsPerAddress the maximum from one address, or from one IPv6 network of 64 bits
   */
  public record HttpConfig(
      String host,
      int port,
      Duration requestTimeout,
      boolean isLocal,
      String publicHosts,
      String allowedOrigins,
      boolean http2ClearText,
      String countryHeader,
      @Nullable HttpTls tls,
      int connections,
      int connectionsPerAddress) {
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final int MOST_USUAL_CONNECTIONS = 20_000;
    private static final int LEAST_USUAL_CONNECTIONS = 1_000;

    /** The heap that an idle connection takes; docs/limits.md has it. */
    private static final int CONNECTION_BYTES = 8 * 1024;

    private static final int TLS_CONNECTION_BYTES = 18 * 1024;

    static HttpConfig read(Environment environment, boolean dev) {
      String host = environment.text("QUIPU_HTTP_HOST", HOST);
      boolean http2ClearText = environment.flag("QUIPU_HTTP2_CLEARTEXT");
      HttpTls tls = HttpTls.read(environment, http2ClearText);
      int connections =
          environment
              .findNumber("QUIPU_HTTP_CONNECTIONS")
              .orElseGet(() -> usualConnections(tls != null));
      return new HttpConfig(
          host,
          environment.number("QUIPU_HTTP_PORT"),
          environment.length("QUIPU_REQUEST_TIMEOUT"),
          dev || isLoopback(host),
          environment.given("QUIPU_PUBLIC_HOSTS").orElse(""),
          environment.given("QUIPU_ALLOWED_ORIGINS").orElse(""),
          http2ClearText,
          environment.find("QUIPU_COUNTRY_HEADER", HttpConfig::headerName).orElse(""),
          tls,
          connections,
          environment
              .findNumber("QUIPU_HTTP_CONNECTIONS_PER_ADDRESS")
              .orElse((connections + 1) / 2));
    }

    private static Optional<String> headerName(String text) {
      return HEADER.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }

    /** The number of idle connections that fit into a quarter of the heap, within bounds. */
    private static int usualConnections(boolean encrypted) {
      int bytes = encrypted ? TLS_CONNECTION_BYTES : CONNECTION_BYTES;
      long room = Runtime.getRuntime().maxMemory() / 4 / bytes;
      return (int) Math.min(MOST_USUAL_CONNECTIONS, Math.max(LEAST_USUAL_CONNECTIONS, room));
    }
  }

  /**
   * The intake of events.
   *
   * @param queueEvents the maximum number of events that wait in one ingest context; further events
   *     are refused
   * @param ack the condition for an acknowledgement
   */
  public record IngestConfig(int queueEvents, Ack ack) {}

  /** The condition for the acknowledgement of an event. */
  public enum Ack {
    /** A majority of the replicas has the event, and the writer's lease holds. */
    LEASED,
    /** {@link #LEASED} holds, and a later serial read finds the writer still live in Cassandra. */
    CONFIRMED
  }

  /**
   * The lease of this process as a writer.
   *
   * @param lease the time from the sending of a heartbeat for which the process may acknowledge
   * @param heartbeat the pause between heartbeats, at most a fifth of the lease
   */
  public record WriterConfig(Duration lease, Duration heartbeat) {
    static WriterConfig read(Environment environment) {
      Duration lease = environment.length("QUIPU_LEASE");
      return new WriterConfig(
          lease,
          lengthUpTo(lease.dividedBy(5), "a fifth of QUIPU_LEASE", environment, "QUIPU_HEARTBEAT"));
    }
  }

  /**
   * The settling of events.
   *
   * @param period the pause between two looks at the unsettled events of a part
   */
  public record CheckpointConfig(Duration period) {}

  /** The form of log lines. */
  public enum Log {
    TEXT,
    JSON
  }

  /** The lowest level of the log lines that are written. */
  enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }
}
