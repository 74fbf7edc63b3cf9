package io.quipu.edge.guard;

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
 * Bounds the connections of a process to one port, in all and for each remote address. Shared by
 * all instances of a process, safe on any thread.
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

  ConnectionSettings settings() {
    return settings;
  }

  ConnectionMeters meters() {
    return meters;
  }

  /** Takes a place for as long as a connection is open, if there is one. */
  boolean enter(Channel channel) {
    long address = key(channel.remoteAddress());
    boolean entered = enter(address);
    if (entered) {
      channel.closeFuture().addListener(closed -> leave(address));
    }
    return entered;
  }

  /** The address of the other end, as connections and rates are counted by it. */
  public static String address(NetSocket socket) {
    return Long.toHexString(key(channel(socket).remoteAddress()));
  }

  /** Returns the channel below a socket. */
  static Channel channel(NetSocket socket) {
    return ((NetSocketInternal) socket).channelHandlerContext().channel();
  }

  /** Takes a place, if there is one; whoever has it owes one {@link #leave}. */
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

  /** From how many addresses there are connections. */
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
   * Makes the key by which connections are counted: an address of IPv4, or the first 64 bits of one
   * of IPv6, of which a stranger has all the rest.
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
