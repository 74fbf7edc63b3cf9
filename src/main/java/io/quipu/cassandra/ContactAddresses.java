package io.quipu.cassandra;

import io.quipu.ops.config.ContactPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses that the driver contacts first. Later the driver knows nodes by their IP addresses,
 * and asks known nodes for others. If all nodes change their addresses at once, as replaced pods
 * do, the driver finds none. But for the node of its first connection, the driver keeps the address
 * that was given here. So the name of a single node stays unresolved, and each connection looks the
 * name up again.
 */
final class ContactAddresses {
  /** Looks up the addresses of a host. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] all(String host) throws UnknownHostException;
  }

  private ContactAddresses() {}

  /** Looks names up, which blocks. */
  static List<InetSocketAddress> of(List<ContactPoint> points) {
    return of(points, InetAddress::getAllByName);
  }

  static List<InetSocketAddress> of(List<ContactPoint> points, Resolver resolver) {
    return points.stream().flatMap(point -> of(point, resolver)).toList();
  }

  private static Stream<InetSocketAddress> of(ContactPoint point, Resolver resolver) {
    try {
      InetAddress[] found = resolver.all(point.host());
      // With a name of many nodes, each connection could lead to another node.
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
