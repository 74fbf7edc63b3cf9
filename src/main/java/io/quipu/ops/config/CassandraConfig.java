package io.quipu.ops.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to reach Cassandra and where to keep what Quipu keeps there.
 *
 * @param contactPoints the first nodes to try, at least one
 * @param keyspace {@code [a-z][a-z0-9_]{0,47}}
 * @param replication replicas by data centre, to create the keyspace with; empty if it has to exist
 * @param layout what to create it like
 * @param connectTimeout how long to keep trying at start
 * @param schema whether an instance makes it
 */
public record CassandraConfig(
    List<ContactPoint> contactPoints,
    String localDatacenter,
    String keyspace,
    Map<String, Integer> replication,
    LayoutConfig layout,
    Consistency consistency,
    @Nullable Credentials credentials,
    @Nullable Tls tls,
    Duration connectTimeout,
    SchemaChanges schema) {
  private static final Pattern KEYSPACE = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  private static final Pattern DATACENTER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}");

  public CassandraConfig {
    contactPoints = List.copyOf(contactPoints);
    replication = Map.copyOf(replication);
    if (contactPoints.isEmpty()) {
      throw new IllegalArgumentException("no contact points");
    }
    if (!isKeyspace(keyspace)) {
      throw new IllegalArgumentException("not a keyspace name: " + keyspace);
    }
    if (!replication.keySet().stream().allMatch(CassandraConfig::isDatacenter)) {
      throw new IllegalArgumentException("not names of data centres: " + replication.keySet());
    }
  }

  /** Where an instance makes the schema. */
  public CassandraConfig(
      List<ContactPoint> contactPoints,
      String localDatacenter,
      String keyspace,
      Map<String, Integer> replication,
      LayoutConfig layout,
      Consistency consistency,
      @Nullable Credentials credentials,
      @Nullable Tls tls,
      Duration connectTimeout) {
    this(
        contactPoints,
        localDatacenter,
        keyspace,
        replication,
        layout,
        consistency,
        credentials,
        tls,
        connectTimeout,
        SchemaChanges.CREATE);
  }

  static boolean isKeyspace(String name) {
    return KEYSPACE.matcher(name).matches();
  }

  static boolean isDatacenter(String name) {
    return DATACENTER.matcher(name).matches();
  }

  /** A user of Cassandra's own. */
  public record Credentials(String username, String password) {
    @Override
    public String toString() {
      return "Credentials[" + username + "]";
    }
  }

  /**
   * Encryption between Quipu and Cassandra.
   *
   * @param truststore whom to trust; null for the authorities that the JVM trusts
   * @param keystore what to identify with; null where the nodes do not ask for it
   * @param hostnameVerification whether a node's certificate has to name its host
   */
  public record Tls(
      @Nullable Store truststore, @Nullable Store keystore, boolean hostnameVerification) {}

  /** A file of keys or certificates. */
  public record Store(String path, @Nullable String password) {
    @Override
    public String toString() {
      return "Store[" + path + "]";
    }
  }
}
