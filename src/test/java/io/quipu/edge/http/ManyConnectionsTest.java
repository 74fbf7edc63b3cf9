package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.guard.connection.ConnectionSettings;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More connections than there may be. */
class ManyConnectionsTest extends HttpTest {
  private static final int TOTAL = 12;
  private static final int PER_ADDRESS = 5;
  private static final Buffer GET = RawHttp.get("/livez");

  private final List<RawHttp> open = new ArrayList<>();

  @Override
  TestService service() {
    return new TestService(
        options -> options.connections = ConnectionSettings.of(TOTAL, PER_ADDRESS, 1));
  }

  @AfterEach
  void closeAll() {
    open.forEach(RawHttp::close);
  }

  @Test
  void areClosedAtOnce_whenTheyComeFromOneAddress() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertThat(isServed(from("127.0.0.2"))).isTrue();
    }
    assertThat(isServed(from("127.0.0.2"))).isFalse();
    assertThat(isServed(from("127.0.0.3"))).as("another address").isTrue();
    assertThat(service.refusedConnections("address")).isEqualTo(1);
    assertThat(service.refusedConnections("total")).isZero();

    open.remove(0).close();
    Awaitility.await().until(() -> isServed(from("127.0.0.2")));
  }

  @Test
  void areClosedAtOnce_whereverTheyComeFrom() {
    for (int i = 0; i < TOTAL; i++) {
      assertThat(isServed(from("127.0.1." + (1 + i)))).isTrue();
    }
    assertThat(isServed(from("127.0.2.1"))).isFalse();
    assertThat(service.refusedConnections("total")).isEqualTo(1);
    assertThat(service.openConnections()).isEqualTo(TOTAL);

    open.remove(0).close();
    Awaitility.await().until(() -> isServed(from("127.0.2.1")));
  }

  @SuppressWarnings("AddressSelection") // each is a literal address, of which there is one
  private RawHttp from(String address) {
    try {
      RawHttp http =
          new RawHttp(
              new Socket(
                  InetAddress.getLoopbackAddress(),
                  service.base().getPort(),
                  InetAddress.getByName(address),
                  0));
      open.add(http);
      return http;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isServed(RawHttp http) {
    try {
      http.send(GET);
      return http.receive().status() == 200;
    } catch (UncheckedIOException closed) {
      return false;
    }
  }
}
