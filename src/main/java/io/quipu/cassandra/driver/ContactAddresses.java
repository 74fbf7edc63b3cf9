package io.quipu.cassandra.driver;

import io.quipu.ops.config.ContactPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses that the driver contacts first. The driver asks these nodes for the IP addresses of
 * all nodes. If all IP addresses change at once, for example because pods are replaced, the driver
 * reaches no node. But for the node of its first connection, the driver keeps the address that was
 * given here. So the name of a single node stays unresolved, and the driver looks the name up for
 * each connection.
 */
final class ContactAddresses {
  /** Looks up the addresses of a host. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] all(String host) throws UnknownHostException;
  }

  private ContactAddresses() {}

  /** Returns the addresses. Blocks, because names are looked up. */
  static List<InetSocketAddress> of(List<ContactPoint> points) {
    return of(points, InetAddress::getAllByName);
  }

  static List<InetSocketAddress> of(List<ContactPoint> points, Resolver resolver) {
    return points.stream().flatMap(point -> of(point, resolver)).toList();
  }

  private static Stream<InetSocketAddress> of(ContactPoint point, Resolver resolver) {
    try {
      InetAddress[] found = resolver.all(point.host());
      // An unresolved name with several addresses could lead each connection to another node.
      return found.length == 1 && !found[0].getHostAddress().equals(point.host())
          ? Stream.of(unresolved(point))
          : Arrays.stream(found).map(address -> new InetSocketAddress(address, point.port()));
    } catch (UnknownHostException e) {
      return Stream.of(unresolved(point));
    }
  }

  private static InetSocketAddress unresolved(ContactPoint point) {
    return InetSocketAddress.createUnresolved(point.host(), point.port());
  }
}
