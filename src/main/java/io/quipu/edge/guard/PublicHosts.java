package io.quipu.edge.guard;

import java.util.Set;

/**
 * The hosts that the service answers for. A page whose own name leads to this machine (DNS
 * rebinding) counts as of the same origin for browsers; the name in the {@code Host} header gives
 * it away.
 */
public sealed interface PublicHosts {
  /** Tells whether the service answers for this host. */
  boolean include(Authority host);

  /** Every host. */
  record Any() implements PublicHosts {
    @Override
    public boolean include(Authority host) {
      return true;
    }
  }

  /** The names and addresses of loopback, on any port. */
  record Loopback() implements PublicHosts {
    @Override
    public boolean include(Authority host) {
      return host.isLoopback();
    }
  }

  /**
   * The hosts of a list.
   *
   * @param hosts one without a port stands for every port
   */
  record Listed(Set<Authority> hosts) implements PublicHosts {
    public Listed {
      hosts = Set.copyOf(hosts);
    }

    @Override
    public boolean include(Authority host) {
      return hosts.contains(host)
          || hosts.contains(host.withoutPort())
          || (host.port() == Authority.NO_PORT
              && (hosts.contains(new Authority(host.host(), Origin.defaultPort("http")))
                  || hosts.contains(new Authority(host.host(), Origin.defaultPort("https")))));
    }
  }
}
