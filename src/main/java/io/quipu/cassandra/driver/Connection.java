package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.ContactPoint;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens a driver session. Blocks the calling thread, which must not be an event loop. */
public final class Connection {
  private Connection() {}

  /**
   * Connects, with retries for as long as the configuration allows.
   *
   * @throws CassandraUnusable if no node was reached in time, all known nodes are in other data
   *     centres, or the driver does not accept the configuration
   * @throws StuckSession if the driver does not answer in time
   */
  public static CqlSession open(CassandraConfig config) {
    return open(config, null, null);
  }

  /**
   * Connects as {@link #open(CassandraConfig)} does, with meters and a listener.
   *
   * @param registry for meters of the driver, or null for none
   * @param changes listener for changes of the schema, or null for none
   */
  public static CqlSession open(
      CassandraConfig config,
      @Nullable MeterRegistry registry,
      @Nullable SchemaChangeListener changes) {
    String nodes =
        config.contactPoints().stream()
            .map(ContactPoint::toString)
            .collect(Collectors.joining(","));
    BoundedRetry retry =
        new BoundedRetry(
            "connect to Cassandra at " + nodes, config.connectTimeout(), advice(config));
    CqlSession session = retry.call(() -> connect(config, registry, changes));
    try {
      checkDatacenter(session, config.localDatacenter());
      return session;
    } catch (CassandraUnusable e) {
      session.close();
      throw e;
    }
  }

  private static String advice(CassandraConfig config) {
    String usual =
        "Is it running, and are QUIPU_CASSANDRA_CONTACT_POINTS and the credentials right?";
    return config.tls() == null
        ? usual
        : usual
            + " Of TLS: does QUIPU_CASSANDRA_TLS_TRUSTSTORE have its authority, do its certificates"
            + " name the hosts, does it want a client certificate (QUIPU_CASSANDRA_TLS_KEYSTORE)?";
  }

  private static CqlSession connect(
      CassandraConfig config,
      @Nullable MeterRegistry registry,
      @Nullable SchemaChangeListener changes) {
    List<InetSocketAddress> contactPoints = ContactAddresses.of(config.contactPoints());
    CqlSessionBuilder builder =
        new DriverSessionBuilder()
            .withConfigLoader(DriverOptions.of(config, registry != null))
            .withMetricRegistry(registry)
            .addContactPoints(contactPoints)
            .withLocalDatacenter(config.localDatacenter())
            .withApplicationName("quipu");
    if (registry != null) {
      builder.addNodeStateListener(new RingMeters(registry));
    }
    if (changes != null) {
      builder.addSchemaChangeListener(changes);
    }
    CassandraConfig.Credentials credentials = config.credentials();
    if (credentials != null) {
      builder.withAuthCredentials(credentials.username(), credentials.password());
    }
    try {
      return StuckSession.opened(builder, contactPoints.size());
    } catch (DriverException | StuckSession | CassandraUnusable e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CassandraUnusable("Cannot open a session: " + BoundedRetry.reason(e), e);
    }
  }

  private static void checkDatacenter(CqlSession session, String local) {
    TreeSet<String> known =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getDatacenter)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!known.contains(local)) {
      throw new CassandraUnusable(
          "QUIPU_CASSANDRA_LOCAL_DC is "
              + local
              + ", but the nodes reached are in "
              + String.join(", ", known)
              + ": set it to one of these");
    }
  }
}
