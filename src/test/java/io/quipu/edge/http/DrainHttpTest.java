package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.testing.dev.TestPatience;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * What callers see of a service that was told to stop and is still called by those who do not know.
 */
class DrainHttpTest extends HttpTest {
  private static final Duration DRAIN = Duration.ofSeconds(3);

  @Override
  TestService service() {
    return new TestService(options -> options.drainDelay = DRAIN);
  }

  @Test
  void goesOnAndTellsCallersToConnectAnew_thenStops() {
    try (RawHttp open = new RawHttp(service.base());
        RawHttp idle = new RawHttp(service.base())) {
      assertThat(ask(open)).doesNotContainKey("connection");
      assertThat(ask(idle)).doesNotContainKey("connection");
      long start = System.nanoTime();
      CompletableFuture<Void> stopped = service.undeploy();

      // each server instance hears of it by itself
      Awaitility.await().until(() -> "close".equals(ask(open).get("connection")));
      Awaitility.await()
          .until(
              () -> {
                try (RawHttp late = new RawHttp(service.base())) {
                  return "close".equals(ask(late).get("connection"));
                }
              });
      assertThat(stopped).isNotDone();

      assertThat(idle.isClosedByServer()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(DRAIN);
      TestPatience.join(stopped);
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> new RawHttp(service.base()).close())
                      .isInstanceOf(UncheckedIOException.class));
    }
  }

  private static Map<String, String> ask(RawHttp http) {
    RawHttp.Response response = http.ask(RawHttp.get("/livez"));
    assertThat(response.status()).isEqualTo(200);
    return response.headers();
  }
}
