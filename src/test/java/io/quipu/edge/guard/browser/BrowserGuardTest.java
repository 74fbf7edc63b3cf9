package io.quipu.edge.guard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.web.HttpMeters;
import io.quipu.edge.web.ResponseWriters;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What differs in HTTP/2: the host is in {@code :authority}. */
class BrowserGuardTest {
  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final HttpClient client =
      vertx.createHttpClient(
          new HttpClientOptions()
              .setProtocolVersion(HttpVersion.HTTP_2)
              .setHttp2ClearTextUpgrade(false));
  private int port;

  @BeforeEach
  void start() {
    Origins origins = new Origins(new PublicHosts.Loopback(), Set.of());
    ResponseWriters writers =
        new ResponseWriters(
            vertx,
            Clock.system(),
            new HttpMeters(new SimpleMeterRegistry()),
            new ByteBudget(1024 * 1024, new SimpleMeterRegistry()),
            Tracing.NONE);
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(true))
            .requestHandler(
                new BrowserGuard(
                    origins,
                    origin -> false,
                    null,
                    writers,
                    request -> request.response().end("next"),
                    BrowserGuard.refusing(writers)));
    port = server.listen(0, "127.0.0.1").await().actualPort();
  }

  @Test
  void takesTheAuthorityForTheHost() {
    assertThat(status("localhost", "http://localhost:" + port)).isEqualTo(200);
    assertThat(status("127.0.0.1", "http://127.0.0.1:" + port)).isEqualTo(200);
    assertThat(status("localhost", "http://127.0.0.1:" + port)).isEqualTo(403);
    assertThat(status("evil.example", "http://evil.example:" + port)).isEqualTo(403);
  }

  private int status(String authority, String origin) {
    RequestOptions options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
            .setHost(authority)
            .setPort(port)
            .putHeader("Origin", origin);
    HttpClientResponse response =
        client.request(options).compose(request -> request.send()).await();
    assertThat(response.version()).isEqualTo(HttpVersion.HTTP_2);
    return response.statusCode();
  }
}
