package io.quipu.ops.config;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads whether and how Redis clients are served. */
final class RespConfigReader {
  private static final String PORT = "QUIPU_RESP_PORT";
  private static final String DATABASES = "QUIPU_RESP_DATABASES";
  private static final String TLS = "QUIPU_RESP_TLS";

  private static final int MOST_CONNECTIONS = 100_000;
  private static final int USUAL_CONNECTIONS = 1_000;
  private static final String USUAL_DATABASES = "0=default";

  private final Variables variables;
  private final boolean encrypted;

  /**
   * @param encrypted whether there is a certificate
   */
  RespConfigReader(Variables variables, boolean encrypted) {
    this.variables = variables;
    this.encrypted = encrypted;
  }

  /** Null where no Redis clients are served; what is said of them is looked at all the same. */
  @Nullable RespConfig read() {
    boolean wanted = variables.text(PORT).isPresent();
    int connections =
        variables.number("QUIPU_RESP_CONNECTIONS", 1, MOST_CONNECTIONS, USUAL_CONNECTIONS);
    RespConfig config =
        new RespConfig(
            variables.number(PORT, 0, 65_535, 0),
            databases(variables.text(DATABASES).orElse(USUAL_DATABASES)),
            tls(),
            connections,
            variables.number(
                "QUIPU_RESP_CONNECTIONS_PER_ADDRESS", 1, MOST_CONNECTIONS, connections),
            Durations.read(
                variables,
                "QUIPU_RESP_IDLE_TIMEOUT",
                Duration.ofSeconds(1),
                Duration.ofDays(1),
                Duration.ofMinutes(10)));
    return wanted ? config : null;
  }

  private boolean tls() {
    boolean tls = variables.flag(TLS, encrypted);
    if (tls && !encrypted) {
      throw Variables.refused(
          TLS, "true", "allowed where QUIPU_TLS_CERTIFICATE is set, which it is encrypted with");
    }
    return tls;
  }

  private static SortedMap<Integer, String> databases(String given) {
    SortedMap<Integer, String> databases = new TreeMap<>();
    for (String part : given.split(",", -1)) {
      int sign = part.indexOf('=');
      String number = sign < 0 ? "" : part.substring(0, sign).strip();
      String namespace = part.substring(sign + 1).strip();
      if (!number.matches("0|[1-9][0-9]{0,3}") || !isNamespace(namespace)) {
        throw refused(given);
      }
      if (databases.put(Integer.valueOf(number), namespace) != null) {
        throw refused(given);
      }
    }
    if (!databases.containsKey(0)) {
      throw refused(given);
    }
    return databases;
  }

  private static boolean isNamespace(String text) {
    try {
      CounterName.checkNamespace(text);
      return true;
    } catch (InvalidInput e) {
      return false;
    }
  }

  private static InvalidConfiguration refused(String given) {
    return Variables.refused(
        DATABASES,
        given,
        "allowed are numbers from 0 to 9999, each once and 0 among them, and the namespaces that"
            + " they stand for, such as 0=default,1=votes");
  }
}
