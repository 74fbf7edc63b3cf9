package io.quipu.testing.dev;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cassandra as a test class sees it: a server shared with the other classes of the run, and
 * keyspaces of its own. They are dropped after the class where the server outlives the run: to drop
 * one takes seconds.
 */
public final class TestCassandra implements AutoCloseable {
  /** The data centre of every server handed to tests. */
  public static final String LOCAL_DATACENTER = "datacenter1";

  private static final int LONGEST_PREFIX = 30;

  private final InetSocketAddress contactPoint;
  private final CqlSession session;
  private final boolean drops;
  private final String prefix;
  private final List<String> keyspaces = new ArrayList<>();
  private @Nullable String own;

  TestCassandra(SharedServer server, Class<?> testClass) {
    this.contactPoint = server.contactPoint();
    this.session = server.session();
    this.drops = server.outlivesRun();
    String name = testClass.getSimpleName().toLowerCase(Locale.ROOT);
    this.prefix = name.substring(0, Math.min(name.length(), LONGEST_PREFIX));
  }

  /** Opens a session, of the caller's to close, that is patient enough for schema changes. */
  public static CqlSession connect(InetSocketAddress contactPoint) {
    return CqlSession.builder()
        .addContactPoint(contactPoint)
        .withLocalDatacenter(LOCAL_DATACENTER)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                // else each change has the tables of all keyspaces read again
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .build())
        .build();
  }

  public InetSocketAddress contactPoint() {
    return contactPoint;
  }

  /** The server as QUIPU_CASSANDRA_CONTACT_POINTS takes it: {@code host:port}. */
  public String contactPointText() {
    return contactPoint.getHostString() + ":" + contactPoint.getPort();
  }

  public String localDatacenter() {
    return LOCAL_DATACENTER;
  }

  /** The session shared by all test classes: bound to no keyspace, and not to be closed. */
  public CqlSession session() {
    return session;
  }

  /** The keyspace of this test class, replicated once; created when first asked for. */
  public synchronized String keyspace() {
    if (own == null) {
      own = freshKeyspace();
    }
    return own;
  }

  /** One more keyspace, empty and replicated once. */
  public synchronized String freshKeyspace() {
    String keyspace = reservedKeyspace();
    session.execute(
        "CREATE KEYSPACE "
            + keyspace
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    return keyspace;
  }

  /** A name for a keyspace that the test, or what it tests, creates by itself. */
  public synchronized String reservedKeyspace() {
    String random = UUID.randomUUID().toString().replace("-", "").substring(0, 10);
    String keyspace = prefix + "_" + random;
    keyspaces.add(keyspace);
    return keyspace;
  }

  @Override
  public synchronized void close() {
    if (drops) {
      keyspaces.forEach(keyspace -> session.execute("DROP KEYSPACE IF EXISTS " + keyspace));
    }
    keyspaces.clear();
    own = null;
  }
}
