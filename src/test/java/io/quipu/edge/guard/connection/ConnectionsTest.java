package io.quipu.edge.guard.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  @Test
  void countsTheAddressesOfOneIpv6NetworkAsOne() throws UnknownHostException {
    assertThat(key("2001:db8:1:2::1")).isEqualTo(key("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assertThat(key("2001:db8:1:2::1")).isNotEqualTo(key("2001:db8:1:3::1"));
    assertThat(key("192.0.2.1")).isNotEqualTo(key("192.0.2.2"));
    assertThat(key("203.0.113.9")).isEqualTo(key("::ffff:203.0.113.9"));
  }

  @Test
  void forgetsAnAddress_whenItsLastConnectionHasLeft() {
    Connections connections =
        new Connections(
            ConnectionSettings.of(3, 2, 1), new ConnectionMeters(new SimpleMeterRegistry()));
    assertThat(connections.enter(1)).isTrue();
    assertThat(connections.enter(1)).isTrue();
    assertThat(connections.enter(1)).as("one too many of the address").isFalse();
    assertThat(connections.enter(2)).isTrue();
    assertThat(connections.enter(3)).as("one too many in all").isFalse();
    connections.leave(1);
    connections.leave(1);
    assertThat(connections.enter(3)).isTrue();
    assertThat(connections.enter(1)).isTrue();
    assertThat(connections.addresses()).isEqualTo(3);
    connections.leave(1);
    connections.leave(2);
    connections.leave(3);
    assertThat(connections.addresses()).isZero();
  }

  @SuppressWarnings("AddressSelection") // each is a literal address, of which there is one
  private static long key(String address) throws UnknownHostException {
    return Connections.key(new InetSocketAddress(InetAddress.getByName(address), 4711));
  }

  @Test
  void tellsThisMachineFromOthers() throws Exception {
    for (String own : List.of("127.0.0.1", "127.3.2.1", "::1")) {
      assertThat(Connections.isLoopback(new InetSocketAddress(InetAddress.getByName(own), 1)))
          .as(own)
          .isTrue();
    }
    for (String other : List.of("10.0.0.1", "192.168.1.1", "fe80::1", "0.0.0.0")) {
      assertThat(Connections.isLoopback(new InetSocketAddress(InetAddress.getByName(other), 1)))
          .as(other)
          .isFalse();
    }
    assertThat(Connections.isLoopback(InetSocketAddress.createUnresolved("localhost", 1)))
        .isFalse();
  }
}
