package io.quipu.lab.cluster;

import com.datastax.oss.driver.api.core.addresstranslation.AddressTranslator;
import com.datastax.oss.driver.api.core.context.DriverContext;
import java.net.InetSocketAddress;

/** Leads the test's own driver to the nodes themselves, past the proxies that they advertise. */
public final class DirectAddresses implements AddressTranslator {
  private static final String NODES = "127.0.0.";
  private static final String PROXIES = "127.0.2.";

  /** Called by the driver. */
  public DirectAddresses(DriverContext context) {}

  /** The address of the node of this number, from 1. */
  static String node(int number) {
    return NODES + number;
  }

  /** The address of the proxy of that node, on the same port. */
  static String proxy(int number) {
    return PROXIES + number;
  }

  @Override
  public InetSocketAddress translate(InetSocketAddress advertised) {
    String host = advertised.getAddress().getHostAddress();
    return host.startsWith(PROXIES)
        ? new InetSocketAddress(NODES + host.substring(PROXIES.length()), advertised.getPort())
        : advertised;
  }

  @Override
  public void close() {}
}
