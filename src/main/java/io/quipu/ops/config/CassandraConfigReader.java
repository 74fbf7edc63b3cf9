package io.quipu.ops.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the variables that say how to reach Cassandra. */
final class CassandraConfigReader {
  private static final String PREFIX = "QUIPU_CASSANDRA_";
  private static final String TLS = PREFIX + "TLS_";
  private static final String PLAINTEXT = PREFIX + "PLAINTEXT_PASSWORD";
  private static final Pattern REPLICAS = Pattern.compile("(?:([^:]+):)?([1-9][0-9]?)");

  private final Variables variables;
  private final boolean dev;

  CassandraConfigReader(Variables variables, boolean dev) {
    this.variables = variables;
    this.dev = dev;
  }

  CassandraConfig read() {
    String datacenter = datacenter();
    List<ContactPoint> contactPoints = contactPoints();
    CassandraConfig.Credentials credentials = credentials();
    CassandraConfig.Tls tls = tls();
    boolean readable = variables.flag(PLAINTEXT, false);
    if (credentials != null && tls == null && !readable) {
      contactPoints.stream()
          .filter(node -> !ConfigReader.isLoopback(node.host()))
          .findFirst()
          .ifPresent(CassandraConfigReader::refusePlaintext);
    }
    return new CassandraConfig(
        contactPoints,
        datacenter,
        keyspace(),
        replication(datacenter),
        new LayoutConfigReader(variables).read(),
        consistency(),
        credentials,
        tls,
        Durations.read(
            variables,
            PREFIX + "CONNECT_TIMEOUT",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            Duration.ofSeconds(60)),
        variables.oneOf("QUIPU_SCHEMA", SchemaChanges.class).orElse(SchemaChanges.CREATE));
  }

  private static void refusePlaintext(ContactPoint node) {
    throw new InvalidConfiguration(
        PREFIX
            + "PASSWORD would be sent to "
            + node
            + " in plain text: set "
            + TLS
            + "ENABLED=true; if whoever is in between may read it, and all that is counted, say so: "
            + PLAINTEXT
            + "=true");
  }

  private List<ContactPoint> contactPoints() {
    String name = PREFIX + "CONTACT_POINTS";
    String given = variables.text(name).orElse("127.0.0.1:9042");
    try {
      return Arrays.stream(given.split(",", -1))
          .map(String::strip)
          .map(ContactPoint::parse)
          .toList();
    } catch (IllegalArgumentException e) {
      throw Variables.refused(
          name, given, "allowed are host:port, separated by commas, with ports from 1 to 65535");
    }
  }

  private String datacenter() {
    String name = PREFIX + "LOCAL_DC";
    String given = variables.text(name).orElse("datacenter1");
    if (!CassandraConfig.isDatacenter(given)) {
      throw Variables.refused(
          name, given, "allowed is the name of a data centre: letters, digits, _, . and -");
    }
    return given;
  }

  private String keyspace() {
    String name = PREFIX + "KEYSPACE";
    String given = variables.text(name).orElse("quipu");
    if (!CassandraConfig.isKeyspace(given)) {
      throw Variables.refused(
          name, given, "allowed is a lower-case letter and at most 47 of a-z, 0-9 and _");
    }
    return given;
  }

  private Map<String, Integer> replication(String localDatacenter) {
    String name = PREFIX + "REPLICATION";
    Optional<String> given = variables.text(name);
    if (given.isEmpty()) {
      return dev ? Map.of(localDatacenter, 1) : Map.of();
    }
    Map<String, Integer> replicas = new HashMap<>();
    for (String part : given.get().split(",", -1)) {
      Matcher form = REPLICAS.matcher(part.strip());
      String datacenter =
          form.matches() ? Optional.ofNullable(form.group(1)).orElse(localDatacenter) : "";
      if (!CassandraConfig.isDatacenter(datacenter)
          || replicas.put(datacenter, Integer.parseInt(form.group(2))) != null) {
        throw Variables.refused(
            name, given.get(), "allowed is a number from 1 to 99, or dc1:3,dc2:3");
      }
    }
    return replicas;
  }

  private Consistency consistency() {
    return variables.oneOf(PREFIX + "CONSISTENCY", Consistency.class).orElse(Consistency.QUORUM);
  }

  private CassandraConfig.@Nullable Credentials credentials() {
    // No secret, but in one with the password: so both are read where it is mounted.
    Optional<String> username =
        variables.secret(PREFIX + "USERNAME").map(String::strip).filter(name -> !name.isEmpty());
    Optional<String> password = variables.secret(PREFIX + "PASSWORD");
    if (username.isPresent() != password.isPresent()) {
      String missing = PREFIX + (username.isPresent() ? "PASSWORD" : "USERNAME");
      throw new InvalidConfiguration(
          missing + " is not set: username and password are given together, or neither");
    }
    return username.isEmpty()
        ? null
        : new CassandraConfig.Credentials(username.get(), password.orElseThrow());
  }

  private CassandraConfig.@Nullable Tls tls() {
    boolean enabled = variables.flag(TLS + "ENABLED", false);
    CassandraConfig.Store truststore = store(TLS + "TRUSTSTORE");
    CassandraConfig.Store keystore = store(TLS + "KEYSTORE");
    boolean verification = variables.flag(TLS + "HOSTNAME_VERIFICATION", true);
    if (!enabled && (truststore != null || keystore != null)) {
      throw new InvalidConfiguration(
          TLS + "ENABLED is not true, but a truststore or keystore is given: set it, or neither");
    }
    return enabled ? new CassandraConfig.Tls(truststore, keystore, verification) : null;
  }

  private CassandraConfig.@Nullable Store store(String name) {
    Optional<String> path = variables.text(name);
    Optional<String> password = variables.secret(name + "_PASSWORD");
    return path.map(file -> new CassandraConfig.Store(file, password.orElse(null))).orElse(null);
  }
}
