package io.quipu.cassandra.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.ops.config.ContactPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContactAddressesTest {
  private static final Map<String, List<String>> HOSTS =
      Map.of(
          "one.test", List.of("192.0.2.1"),
          "many.test", List.of("192.0.2.1", "192.0.2.2"),
          "192.0.2.9", List.of("192.0.2.9"));

  private static List<InetSocketAddress> addresses(String host) {
    return ContactAddresses.of(List.of(new ContactPoint(host, 9042)), ContactAddressesTest::all);
  }

  private static InetAddress[] all(String host) throws UnknownHostException {
    if (!HOSTS.containsKey(host)) {
      throw new UnknownHostException(host);
    }
    List<String> found = HOSTS.get(host);
    InetAddress[] all = new InetAddress[found.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = InetAddress.getByName(found.get(i));
    }
    return all;
  }

  @Test
  void theNameOfOneNodeStaysAName() {
    assertThat(addresses("one.test"))
        .containsExactly(InetSocketAddress.createUnresolved("one.test", 9042));
  }

  @Test
  void aNameOfManyIsEachOfThem() {
    assertThat(addresses("many.test"))
        .containsExactly(
            new InetSocketAddress("192.0.2.1", 9042), new InetSocketAddress("192.0.2.2", 9042));
  }

  @Test
  void anAddressStaysWhatItIs() {
    assertThat(addresses("192.0.2.9")).containsExactly(new InetSocketAddress("192.0.2.9", 9042));
  }

  @Test
  void anUnknownNameMayBecomeKnown() {
    assertThat(addresses("none.test"))
        .containsExactly(InetSocketAddress.createUnresolved("none.test", 9042));
  }
}
