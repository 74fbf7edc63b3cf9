package io.quipu.ops.config;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server for Redis clients.
 *
 * @param port 0 picks a free port
 * @param databases the namespaces by the numbers that {@code SELECT} accepts, always with number 0
 * @param tls whether connections are encrypted, with the certificate of the API
 * @param connections the maximum number of connections of the process
 * @param connectionsPerAddress the maximum number of connections from one address
 * @param idle the time after which an idle connection is closed
 */
public record RespConfig(
    int port,
    SortedMap<Integer, String> databases,
    boolean tls,
    int connections,
    int connectionsPerAddress,
    Duration idle) {
  /** A number and the name of a namespace. */
  private static final Pattern DATABASE =
      Pattern.compile("(0|[1-9][0-9]{0,3})\\s*=\\s*([a-z][a-z0-9_-]{0,47})");

  /**
   * Reads the settings; null where no Redis clients are served. All values are checked even then.
   *
   * @param encrypted whether the API has a certificate
   */
  static @Nullable RespConfig read(Environment environment, boolean encrypted) {
    boolean tls = environment.findFlag("QUIPU_RESP_TLS").orElse(encrypted);
    if (tls && !encrypted) {
      throw Table.row("QUIPU_RESP_TLS")
          .refused(
              "true", "allowed where QUIPU_TLS_CERTIFICATE is set, which it is encrypted with");
    }
    int connections = environment.number("QUIPU_RESP_CONNECTIONS");
    int perAddress =
        environment.findNumber("QUIPU_RESP_CONNECTIONS_PER_ADDRESS").orElse(connections);
    Duration idle = environment.length("QUIPU_RESP_IDLE_TIMEOUT");
    SortedMap<Integer, String> databases =
        environment.get("QUIPU_RESP_DATABASES", RespConfig::databases);
    return environment
        .findNumber("QUIPU_RESP_PORT")
        .map(port -> new RespConfig(port, databases, tls, connections, perAddress, idle))
        .orElse(null);
  }

  private static Optional<SortedMap<Integer, String>> databases(String given) {
    SortedMap<Integer, String> databases = new TreeMap<>();
    for (String part : given.split(",", -1)) {
      Matcher form = DATABASE.matcher(part.strip());
      if (!form.matches() || databases.put(Integer.valueOf(form.group(1)), form.group(2)) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(databases).filter(some -> some.containsKey(0));
  }
}
