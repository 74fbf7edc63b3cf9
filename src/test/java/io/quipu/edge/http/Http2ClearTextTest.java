package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** HTTP/2 without TLS, for those who have switched it on. */
class Http2ClearTextTest extends HttpTest {
  private static final String EVENTS = "/v1/counters/votes/a/events";
  private final HttpClient http2 =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  @Override
  TestService service() {
    return new TestService(options -> options.http2ClearText = true);
  }

  @Test
  void isSpoken() throws Exception {
    HttpResponse<String> upgraded = exchange(to("/livez"));
    assertThat(upgraded.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(exchange(to(EVENTS).POST(BodyPublishers.noBody())).statusCode()).isEqualTo(201);
    assertThat(exchange(to(EVENTS).method("HEAD", BodyPublishers.noBody())).statusCode())
        .isEqualTo(405);
  }

  @Test
  void refusesABodyThatIsTooLarge() throws Exception {
    exchange(to("/livez"));
    HttpResponse<String> tooLarge =
        exchange(
            to(EVENTS)
                .header("Content-Type", JSON)
                .POST(BodyPublishers.ofString(" ".repeat(5_000_000))));
    assertThat(tooLarge.statusCode()).isEqualTo(413);
  }

  @Test
  void refusesHeadersThatAreTooLarge_andOnlyThem() throws Exception {
    exchange(to("/livez"));
    HttpResponse<String> large = exchange(to("/livez").header("X-Large", "x".repeat(14_000)));
    assertThat(large.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(large.statusCode()).isEqualTo(200);
    for (int bytes : new int[] {17_000, 25_000, 60_000}) {
      HttpResponse<String> tooLarge = exchange(to("/livez").header("X-Large", "x".repeat(bytes)));
      assertThat(tooLarge.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(tooLarge.statusCode()).isEqualTo(431);
    }
    assertThat(exchange(to("/livez")).statusCode()).isEqualTo(200);
  }

  @Test
  void isNotAllThatIsSpoken() {
    HttpResponse<String> response = get("/livez");
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(response.statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) throws Exception {
    return http2.send(request.build(), BodyHandlers.ofString());
  }
}
