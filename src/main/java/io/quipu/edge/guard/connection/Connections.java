package io.quipu.edge.guard.connection;

import io.netty.channel.Channel;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the connections of a process to one port, in total and for each remote address. All server
 * instances of the process share this object. Safe on any thread.
 */
public final class Connections {
  private final ConnectionSettings settings;
  private final ConnectionMeters meters;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<Long, Integer> byAddress = new ConcurrentHashMap<>();

  public Connections(ConnectionSettings settings, ConnectionMeters meters) {
    this.settings = settings;
    this.meters = meters;
    meters.open(open);
  }

  /** The number of open connections. */
  public int open() {
    return open.get();
  }

  /** The maximum number of open connections. */
  public int most() {
    return settings.total();
  }

  ConnectionSettings settings() {
    return settings;
  }

  ConnectionMeters meters() {
    return meters;
  }

  /** Takes a place until the connection closes; false if no place is free. */
  boolean enter(Channel channel) {
    long address = key(channel.remoteAddress());
    boolean entered = enter(address);
    if (entered) {
      channel.closeFuture().addListener(closed -> leave(address));
    }
    return entered;
  }

  /** The remote address, in the form in which connections and rates are counted. */
  public static String address(NetSocket socket) {
    return Long.toHexString(key(channel(socket).remoteAddress()));
  }

  /** Returns the channel below a socket. */
  static Channel channel(NetSocket socket) {
    return ((NetSocketInternal) socket).channelHandlerContext().channel();
  }

  /** Takes a place until a call of {@link #leave}; false if no place is free. */
  boolean enter(long address) {
    if (open.incrementAndGet() > settings.total()) {
      open.decrementAndGet();
      meters.refused(ConnectionMeters.Bound.TOTAL, settings.total());
      return false;
    }
    if (byAddress.merge(address, 1, Integer::sum) > settings.perAddress()) {
      leave(address);
      meters.refused(ConnectionMeters.Bound.ADDRESS, settings.perAddress());
      return false;
    }
    return true;
  }

  void leave(long address) {
    byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    open.decrementAndGet();
  }

  /** The number of remote addresses with open connections. */
  int addresses() {
    return byAddress.size();
  }

  /** Tells whether the other end is on this machine, or in this pod. */
  public static boolean isLoopback(SocketAddress remote) {
    return remote instanceof InetSocketAddress known
        && !known.isUnresolved()
        && known.getAddress().isLoopbackAddress();
  }

  /**
   * The key by which connections are counted: an IPv4 address, or the first 64 bits of an IPv6
   * address, because a client can choose the other 64 bits at will; 0 if the address is not known.
   */
  public static long key(@Nullable SocketAddress remote) {
    InetAddress address = remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null) {
      return 0;
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.capacity() == Integer.BYTES ? bytes.getInt() & 0xffff_ffffL : bytes.getLong();
  }
}
