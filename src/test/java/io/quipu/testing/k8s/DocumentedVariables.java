package io.quipu.testing.k8s;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The environment variables of the public contract; a file may set no others. */
final class DocumentedVariables {
  private static final Pattern VARIABLE = Pattern.compile("\\bQUIPU_[A-Z_]*[A-Z]");
  private static final String TLS = "QUIPU_CASSANDRA_TLS_";
  private static final Set<String> NAMES =
      Set.of(
          "QUIPU_BOOTSTRAP_KEY_FILE",
          "QUIPU_HTTP_PORT",
          "QUIPU_HTTP_HOST",
          "QUIPU_PUBLIC_HOSTS",
          "QUIPU_ALLOWED_ORIGINS",
          "QUIPU_CASSANDRA_CONTACT_POINTS",
          "QUIPU_CASSANDRA_LOCAL_DC",
          "QUIPU_CASSANDRA_KEYSPACE",
          "QUIPU_CASSANDRA_REPLICATION",
          "QUIPU_CASSANDRA_CONSISTENCY",
          "QUIPU_CASSANDRA_USERNAME",
          "QUIPU_CASSANDRA_USERNAME_FILE",
          "QUIPU_CASSANDRA_PASSWORD",
          "QUIPU_CASSANDRA_PASSWORD_FILE",
          "QUIPU_CASSANDRA_PLAINTEXT_PASSWORD",
          "QUIPU_CASSANDRA_CONNECT_TIMEOUT",
          "QUIPU_CONFIG_FILE",
          "QUIPU_DEV",
          "QUIPU_DRAIN_DELAY",
          "QUIPU_HEARTBEAT",
          "QUIPU_JWT_AUDIENCE",
          "QUIPU_JWT_CA_CERTIFICATE",
          "QUIPU_JWT_ISSUER",
          "QUIPU_JWT_JWKS_URI",
          "QUIPU_JWT_REFRESH",
          "QUIPU_KAFKA_BOOTSTRAP_SERVERS",
          "QUIPU_KAFKA_GROUP",
          "QUIPU_KAFKA_MALFORMED",
          "QUIPU_KAFKA_PROPERTIES",
          "QUIPU_KAFKA_REDELIVERY",
          "QUIPU_KAFKA_TOPICS",
          "QUIPU_KAFKA_UNDER_WAY",
          "QUIPU_LEASE",
          "QUIPU_LOG_FORMAT",
          "QUIPU_MANAGEMENT_PORT",
          "QUIPU_LOG_LEVEL",
          "QUIPU_QUEUE_EVENTS",
          "QUIPU_PAGES",
          "QUIPU_PARTS",
          "QUIPU_REQUEST_TIMEOUT",
          "QUIPU_RESP_CONNECTIONS",
          "QUIPU_RESP_CONNECTIONS_PER_ADDRESS",
          "QUIPU_RESP_DATABASES",
          "QUIPU_RESP_IDLE_TIMEOUT",
          "QUIPU_RESP_PORT",
          "QUIPU_RESP_TLS",
          "QUIPU_ROLES",
          "QUIPU_SCHEMA",
          "QUIPU_CHECKPOINT_PERIOD",
          "QUIPU_COLLECTION_WAIT",
          "QUIPU_ACK",
          "QUIPU_AUTH",
          "QUIPU_OPEN_TO_ANYONE",
          "QUIPU_RATE",
          "QUIPU_SHUTDOWN_TIMEOUT",
          "QUIPU_TLS_CERTIFICATE",
          "QUIPU_TLS_KEY");

  private DocumentedVariables() {}

  /** The names in a text that look like Quipu's variables and are none. */
  static List<String> unknownIn(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(Predicate.not(DocumentedVariables::isDocumented))
        .toList();
  }

  private static boolean isDocumented(String name) {
    return NAMES.contains(name) || name.startsWith(TLS);
  }
}
