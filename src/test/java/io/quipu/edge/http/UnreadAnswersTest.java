package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.guard.connection.ConnectionSettings;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that ask on and on for small answers, and read none of them. */
class UnreadAnswersTest extends HttpTest {
  private static final long UNREAD = 128 * 1024;
  private static final int CLIENTS = 60;
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Buffer PAGE = RawHttp.get("/");

  private final List<Socket> open = new ArrayList<>();

  @Override
  TestService service() {
    ConnectionSettings patient = new ConnectionSettings(100, 100, NEVER, NEVER, 16 * 1024, UNREAD);
    return new TestService(options -> options.connections = patient);
  }

  @AfterEach
  void closeAll() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** More than the kernel takes off the hands of the service, in answers of which none is large. */
  private static void askOnAndOn(Socket socket) {
    Buffer requests = Buffer.buffer();
    for (int i = 0; i < 1_000; i++) {
      requests.appendBuffer(PAGE);
    }
    try {
      socket.getOutputStream().write(requests.getBytes());
    } catch (IOException cutMeanwhile) {
      assertThat(cutMeanwhile).isInstanceOf(SocketException.class);
    }
  }

  /** What waits for one of them is bounded; here they are many. */
  @Test
  void cutTheirClientsOff_whenTooMuchWaitsInAll() throws IOException {
    try (RawHttp honest = new RawHttp(service.base())) {
      assertThat(honest.ask(PAGE).status()).isEqualTo(200);
      for (int i = 0; i < CLIENTS; i++) {
        Socket notReading = service.narrow();
        open.add(notReading);
        askOnAndOn(notReading);
      }
      Awaitility.await().until(() -> service.cut("slow_reader") > CLIENTS / 3);
      assertThat(honest.ask(PAGE).status()).isEqualTo(200);
    }
  }

  @Test
  void leaveAClientAlone_thatReadsThem() {
    try (RawHttp http = new RawHttp(service.base())) {
      for (int i = 0; i < 1_000; i++) {
        assertThat(http.ask(PAGE).status()).isEqualTo(200);
      }
    }
    assertThat(service.cut("slow_reader")).isZero();
  }
}
