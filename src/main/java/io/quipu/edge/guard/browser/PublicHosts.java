package io.quipu.edge.guard.browser;

import java.util.Set;

/**
 * The hosts that the service answers for. The check is against DNS rebinding: the owner of a
 * foreign page makes the name of its host resolve to this machine, so that browsers take the
 * service for the origin of the page. The {@code Host} header still has the foreign name.
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
   * The hosts of a list. A request without a port also matches entries with port 80 or 443, because
   * browsers omit the default port.
   *
   * @param hosts an entry without a port includes every port
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
