package io.quipu.cassandra;

import io.quipu.ops.config.ContactPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses that a driver begins with. It knows nodes by their addresses from then on, and asks
 * those that it knows for others: when all of them have moved at once, as a pod does that is
 * replaced, it finds none. The node that it was connected to first is known as it was named here,
 * though. So the name of one node stays a name, which is looked up again for each connection.
 */
final class ContactAddresses {
  /** Looks up the addresses of a host. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] all(String host) throws UnknownHostException;
  }

  private ContactAddresses() {}

  /** Blocks while names are looked up. */
  static List<InetSocketAddress> of(List<ContactPoint> points) {
    return of(points, InetAddress::getAllByName);
  }

  static List<InetSocketAddress> of(List<ContactPoint> points, Resolver resolver) {
    return points.stream().flatMap(point -> of(point, resolver)).toList();
  }

  private static Stream<InetSocketAddress> of(ContactPoint point, Resolver resolver) {
    try {
      InetAddress[] found = resolver.all(point.host());
      // A name of many nodes would lead each connection to another one of them.
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
