package io.quipu.cassandra.driver;

import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.*;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.internal.core.connection.ExponentialReconnectionPolicy;
import com.datastax.oss.driver.internal.core.ssl.DefaultSslEngineFactory;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of the driver. A setting that is not set here has the default of the driver. */
public final class DriverOptions {
  /** The profile of conditional writes: never sent twice. */
  public static final String CONDITIONAL = "conditional";

  /** The profile of schema changes: slow, and never sent twice. */
  public static final String SCHEMA = "schema";

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
  private static final Duration INIT_LIMIT = Duration.ofSeconds(5);

  /** The longest time until the driver gives up to connect to a node that does not answer. */
  static final Duration OPEN_LIMIT = CONNECT_LIMIT.plus(INIT_LIMIT);

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(2);
  private static final Duration KEYSTORE_LOOKS = Duration.ofMinutes(1);
  private static final Duration SCHEMA_LIMIT = Duration.ofSeconds(30);

  private DriverOptions() {}

  /**
   * @param measured whether the driver has meters
   */
  static DriverConfigLoader of(CassandraConfig config, boolean measured) {
    ProgrammaticDriverConfigLoaderBuilder options = DriverConfigLoader.programmaticBuilder();
    requests(options, config.consistency());
    connections(options);
    metadata(options, config.keyspace());
    if (measured) {
      DriverMeters.enable(options);
    }
    CassandraConfig.Tls tls = config.tls();
    if (tls != null) {
      encryption(options, tls);
    }
    options
        .startProfile(CONDITIONAL)
        .withClass(RETRY_POLICY_CLASS, NeverRetry.class)
        .startProfile(SCHEMA)
        .withClass(RETRY_POLICY_CLASS, NeverRetry.class)
        .withDuration(REQUEST_TIMEOUT, SCHEMA_LIMIT)
        .endProfile();
    return options.build();
  }

  private static void requests(
      ProgrammaticDriverConfigLoaderBuilder options, Consistency consistency) {
    options
        .withDuration(REQUEST_TIMEOUT, REQUEST_LIMIT)
        .withString(REQUEST_CONSISTENCY, ConsistencyLevels.plain(consistency).name())
        .withString(REQUEST_SERIAL_CONSISTENCY, ConsistencyLevels.serial(consistency).name())
        .withBoolean(REQUEST_DEFAULT_IDEMPOTENCE, false)
        // With a warning of the server, the driver would log the values that users sent.
        .withBoolean(REQUEST_LOG_WARNINGS, false)
        // The clocks of Cassandra order writes that set no timestamp. If the clock of this process
        // were far ahead, one of its writes would hide later writes to the same cell.
        .withClass(TIMESTAMP_GENERATOR_CLASS, ServerSideTimestampGenerator.class);
  }

  private static void connections(ProgrammaticDriverConfigLoaderBuilder options) {
    options
        .withInt(CONNECTION_POOL_LOCAL_SIZE, 2)
        // With more requests on a connection, the driver refuses a request and does not send it.
        // Callers stay far below this number.
        .withInt(CONNECTION_MAX_REQUESTS, 2048)
        .withInt(CONNECTION_MAX_ORPHAN_REQUESTS, 1024)
        .withDuration(CONNECTION_CONNECT_TIMEOUT, CONNECT_LIMIT)
        .withDuration(CONNECTION_INIT_QUERY_TIMEOUT, INIT_LIMIT)
        .withBoolean(CONNECTION_WARN_INIT_ERROR, false)
        .withDuration(HEARTBEAT_INTERVAL, Duration.ofSeconds(5))
        .withDuration(HEARTBEAT_TIMEOUT, Duration.ofSeconds(2))
        .withClass(RECONNECTION_POLICY_CLASS, ExponentialReconnectionPolicy.class)
        .withDuration(RECONNECTION_BASE_DELAY, Duration.ofMillis(100))
        .withDuration(RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
        .withBoolean(NETTY_DAEMON, true)
        // All answers have arrived before Netty stops; only tasks of the driver itself are left.
        .withString(NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
        .withInt(NETTY_IO_SHUTDOWN_QUIET_PERIOD, 100)
        .withInt(NETTY_IO_SHUTDOWN_TIMEOUT, 2_000)
        .withString(NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
        .withInt(NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 100)
        .withInt(NETTY_ADMIN_SHUTDOWN_TIMEOUT, 2_000);
  }

  private static void metadata(ProgrammaticDriverConfigLoaderBuilder options, String keyspace) {
    options
        .withString(SESSION_NAME, "quipu")
        .withStringList(METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(keyspace))
        .withDuration(METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(10))
        .withDuration(METADATA_SCHEMA_WINDOW, Duration.ofMillis(10));
  }

  private static void encryption(
      ProgrammaticDriverConfigLoaderBuilder options, CassandraConfig.Tls tls) {
    options
        .withClass(SSL_ENGINE_FACTORY_CLASS, DefaultSslEngineFactory.class)
        .withBoolean(SSL_HOSTNAME_VALIDATION, tls.hostnameVerification());
    CassandraConfig.Store truststore = tls.truststore();
    if (truststore != null) {
      options.withString(SSL_TRUSTSTORE_PATH, truststore.path());
      password(options, SSL_TRUSTSTORE_PASSWORD, truststore.password());
    }
    CassandraConfig.Store keystore = tls.keystore();
    if (keystore != null) {
      options.withString(SSL_KEYSTORE_PATH, keystore.path());
      password(options, SSL_KEYSTORE_PASSWORD, keystore.password());
      options.withDuration(SSL_KEYSTORE_RELOAD_INTERVAL, KEYSTORE_LOOKS);
    }
  }

  private static void password(
      ProgrammaticDriverConfigLoaderBuilder options,
      DriverOption option,
      @Nullable String password) {
    if (password != null) {
      options.withString(option, password);
    }
  }
}
