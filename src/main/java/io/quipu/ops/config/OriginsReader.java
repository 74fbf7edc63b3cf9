package io.quipu.ops.config;

import io.quipu.edge.guard.Authority;
import io.quipu.edge.guard.Origin;
import io.quipu.edge.guard.Origins;
import io.quipu.edge.guard.PublicHosts;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads what web pages may do. */
final class OriginsReader {
  private static final String HOSTS = "QUIPU_PUBLIC_HOSTS";
  private static final String ALLOWED = "QUIPU_ALLOWED_ORIGINS";

  private final Variables variables;
  private final boolean loopback;

  /**
   * @param loopback whether only this machine is to reach the service
   */
  OriginsReader(Variables variables, boolean loopback) {
    this.variables = variables;
    this.loopback = loopback;
  }

  Origins read() {
    Set<Authority> hosts =
        list(
            HOSTS,
            Authority::parse,
            "allowed are names or addresses, with a port or for any, separated by commas, such as"
                + " quipu.example.org or localhost:8080 or [::1]");
    Set<Origin> origins =
        list(
            ALLOWED,
            Origin::parse,
            "allowed are exact origins, separated by commas, such as https://www.example.org or"
                + " http://localhost:3000; no path, no pattern, no *");
    return new Origins(hosts.isEmpty() ? usual() : new PublicHosts.Listed(hosts), origins);
  }

  private PublicHosts usual() {
    return loopback ? new PublicHosts.Loopback() : new PublicHosts.Any();
  }

  /** Empty only if nothing was given: an entry that is none stops the start. */
  private <T> Set<T> list(String name, Function<String, Optional<T>> parser, String allowed) {
    Set<T> entries = new LinkedHashSet<>();
    variables
        .text(name)
        .ifPresent(
            given -> {
              for (String part : given.split(",", -1)) {
                entries.add(
                    parser
                        .apply(part.strip())
                        .orElseThrow(() -> Variables.refused(name, given, allowed)));
              }
            });
    return entries;
  }
}
