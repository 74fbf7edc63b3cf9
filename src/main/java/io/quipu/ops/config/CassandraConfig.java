package io.quipu.ops.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The connection to Cassandra, and the keyspace.
 *
 * @param contactPoints the first nodes to try, at least one
 * @param keyspace {@code [a-z][a-z0-9_]{0,47}}
 * @param replication the number of replicas of a new keyspace by data centre; empty if the keyspace
 *     must exist
 * @param layout the layout of a new keyspace
 * @param connectTimeout the time for connection attempts at start, and for the wait of {@link
 *     SchemaChanges#CHECK}
 * @param schema the work of this instance on the schema
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
  private static final Pattern REPLICAS = Pattern.compile("(?:([^:]+):)?([1-9][0-9]?)");
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

  static CassandraConfig read(Environment environment, boolean dev) {
    String datacenter = environment.text("QUIPU_CASSANDRA_LOCAL_DC", CassandraConfig::isDatacenter);
    List<ContactPoint> contactPoints =
        environment.get("QUIPU_CASSANDRA_CONTACT_POINTS", ContactPoint::parseAll);
    Credentials credentials = credentials(environment);
    Tls tls = tls(environment);
    boolean readable = environment.flag("QUIPU_CASSANDRA_PLAINTEXT_PASSWORD");
    if (credentials != null && tls == null && !readable) {
      contactPoints.stream()
          .filter(node -> !Config.isLoopback(node.host()))
          .findFirst()
          .ifPresent(CassandraConfig::refusePlaintext);
    }
    return new CassandraConfig(
        contactPoints,
        datacenter,
        environment.text("QUIPU_CASSANDRA_KEYSPACE", CassandraConfig::isKeyspace),
        replication(environment, datacenter, dev),
        LayoutConfig.read(environment),
        environment.oneOf("QUIPU_CASSANDRA_CONSISTENCY", Consistency.class),
        credentials,
        tls,
        environment.length("QUIPU_CASSANDRA_CONNECT_TIMEOUT"),
        environment.oneOf("QUIPU_SCHEMA", SchemaChanges.class));
  }

  private static void refusePlaintext(ContactPoint node) {
    throw new InvalidConfiguration(
        "QUIPU_CASSANDRA_PASSWORD"
            + " would be sent to "
            + node
            + " in plain text: set QUIPU_CASSANDRA_TLS_ENABLED=true; if whoever is in between may"
            + " read it, and all that is counted, say so: QUIPU_CASSANDRA_PLAINTEXT_PASSWORD=true");
  }

  private static Map<String, Integer> replication(
      Environment environment, String localDatacenter, boolean dev) {
    Optional<String> given = environment.given("QUIPU_CASSANDRA_REPLICATION");
    if (given.isEmpty()) {
      return dev ? Map.of(localDatacenter, 1) : Map.of();
    }
    Map<String, Integer> replicas = new HashMap<>();
    for (String part : given.get().split(",", -1)) {
      Matcher form = REPLICAS.matcher(part.strip());
      String datacenter =
          form.matches() ? Objects.requireNonNullElse(form.group(1), localDatacenter) : "";
      if (!isDatacenter(datacenter)
          || replicas.put(datacenter, Integer.parseInt(form.group(2))) != null) {
        throw Table.row("QUIPU_CASSANDRA_REPLICATION").refused(given.get());
      }
    }
    return replicas;
  }

  private static @Nullable Credentials credentials(Environment environment) {
    // The username is no secret, but is often mounted with the password; so both can be in files.
    Optional<String> username =
        environment
            .secret("QUIPU_CASSANDRA_USERNAME")
            .map(String::strip)
            .filter(name -> !name.isEmpty());
    Optional<String> password = environment.secret("QUIPU_CASSANDRA_PASSWORD");
    return Environment.together(
            "QUIPU_CASSANDRA_USERNAME",
            username,
            "QUIPU_CASSANDRA_PASSWORD",
            password,
            "username and password")
        ? new Credentials(username.get(), password.get())
        : null;
  }

  private static @Nullable Tls tls(Environment environment) {
    Store truststore = store(environment, "QUIPU_CASSANDRA_TLS_TRUSTSTORE");
    Store keystore = store(environment, "QUIPU_CASSANDRA_TLS_KEYSTORE");
    boolean verification = environment.flag("QUIPU_CASSANDRA_TLS_HOSTNAME_VERIFICATION");
    if (environment.flag("QUIPU_CASSANDRA_TLS_ENABLED")) {
      return new Tls(truststore, keystore, verification);
    }
    if (truststore != null || keystore != null) {
      throw new InvalidConfiguration(
          "QUIPU_CASSANDRA_TLS_ENABLED"
              + " is not true, but a truststore or keystore is given: set it, or neither");
    }
    return null;
  }

  private static @Nullable Store store(Environment environment, String name) {
    Optional<String> secret = environment.secret(name + "_PASSWORD");
    return environment.given(name).map(file -> new Store(file, secret.orElse(null))).orElse(null);
  }

  static boolean isKeyspace(String name) {
    return KEYSPACE.matcher(name).matches();
  }

  static boolean isDatacenter(String name) {
    return DATACENTER.matcher(name).matches();
  }

  /** The username and password of a Cassandra account. */
  public record Credentials(String username, String password) {
    @Override
    public String toString() {
      return "Credentials[" + username + "]";
    }
  }

  /**
   * Encryption between Quipu and Cassandra.
   *
   * @param truststore the trusted certificates; null for the certificates that the JVM trusts
   * @param keystore the certificate of this client; null where the nodes do not ask for one
   * @param hostnameVerification whether the certificate of a node must name the host of the node
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
