package io.quipu.service.auth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuerClientTest {
  @AutoClose private final Vertx vertx = Vertx.vertx();
  @AutoClose private final TestIssuer server = new TestIssuer();

  @TempDir private Path folder;

  /** As long as a test waits, so that only what the test is about fails a fetch. */
  private Duration patience = TestPatience.LIMIT;

  private IssuerKeys fetch(Issuer issuer) {
    IssuerClient client = new IssuerClient(vertx, issuer, patience);
    return TestPatience.join(client.fetch().toCompletionStage());
  }

  private Issuer described() {
    return new Issuer(server.name(), "quipu", null, null);
  }

  private void fails(Issuer issuer, String why) {
    assertThatThrownBy(() -> fetch(issuer))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(IssuerUnusable.class)
        .hasMessageContaining(why);
  }

  private void failsWhere(Handler<HttpServerRequest> answer, String why) {
    server.answerWith(answer);
    fails(described(), why);
  }

  private static Handler<HttpServerRequest> says(String text) {
    return request -> request.response().end(text);
  }

  @Test
  void findsTheKeysByTheDiscoveryDocument_orWhereItIsTold() {
    server.publish(TestKey.of("a", "ES256"), TestKey.of("b", "RS256"));
    assertThat(fetch(described()).size()).isEqualTo(2);
    Issuer told = new Issuer("anybody", "quipu", URI.create(server.keys()), null);
    assertThat(fetch(told).size()).isEqualTo(2);
  }

  @Test
  void aDocumentThatSaysSomethingElseIsRefused() {
    server.publish(TestKey.of("a", "ES256"));
    String keys = server.keys();
    failsWhere(
        says(new JsonObject().put("issuer", server.name() + "/").put("jwks_uri", keys).encode()),
        "another issuer");
    failsWhere(says("{}"), "another issuer");
    failsWhere(says("<html>"), "malformed");
    failsWhere(says("{\"issuer\": 1}"), "another issuer");
    failsWhere(
        says(new JsonObject().put("issuer", server.name()).putNull("jwks_uri").encode()),
        "no https address");
    failsWhere(says(new JsonObject().put("issuer", server.name()).encode()), "no https address");
    for (String address :
        new String[] {
          "http://issuer.example/keys", "file:///etc/passwd", "/keys", "http://127.0.0.1.example/"
        }) {
      failsWhere(
          says(new JsonObject().put("issuer", server.name()).put("jwks_uri", address).encode()),
          "no https address");
    }
    failsWhere(
        says(new JsonObject().put("issuer", server.name()).put("jwks_uri", "a b").encode()),
        "malformed");
  }

  @Test
  void noRedirectIsFollowed() {
    server.publish(TestKey.of("a", "ES256"));
    try (TestIssuer elsewhere = new TestIssuer()) {
      elsewhere.publish(TestKey.of("b", "ES256"));
      failsWhere(
          request ->
              request.response().setStatusCode(302).putHeader("Location", elsewhere.keys()).end(),
          "answers 302");
      assertThat(elsewhere.fetches()).isZero();
    }
  }

  @Test
  void whatIsLongBrokenOrNotThereIsRefused() {
    failsWhere(request -> request.response().setStatusCode(503).end(), "answers 503");
    failsWhere(
        request -> {
          Buffer some = Buffer.buffer(new byte[64 * 1024]);
          request.response().setChunked(true);
          for (int i = 0; i < 10; i++) {
            request.response().write(some);
          }
          request.response().end();
        },
        "more than");
    failsWhere(request -> request.connection().close(), "cannot be read");
    Issuer nobody = new Issuer("x", "quipu", URI.create("http://127.0.0.1:1/keys"), null);
    fails(nobody, "cannot be read");
  }

  @Test
  void anIssuerThatDoesNotAnswerIsNotWaitedForLong() {
    patience = Duration.ofSeconds(1);
    failsWhere(request -> {}, "cannot be read");
    failsWhere(
        request -> {
          request.response().setChunked(true).write("{");
          vertx.setPeriodic(
              100,
              again -> request.response().write(" ").onFailure(gone -> vertx.cancelTimer(again)));
        },
        "cannot be read");
  }

  @Test
  void theCertificateIsHeldAgainstTheAuthorityAndTheName() throws IOException {
    TestAuthority authority = new TestAuthority(folder);
    TestAuthority another = new TestAuthority(Files.createDirectory(folder.resolve("other")));
    TestAuthority.Leaf right = authority.sign("dns:localhost");
    TestAuthority.Leaf wrongName = authority.sign("dns:issuer.example");
    Path trusted = Files.writeString(folder.resolve("ca.pem"), last(right.chain()));
    Path foreign =
        Files.writeString(folder.resolve("other.pem"), last(another.sign("dns:x").chain()));
    try (TestIssuer secure = serving(right);
        TestIssuer misnamed = serving(wrongName)) {
      secure.publish(TestKey.of("a", "ES256"));
      misnamed.publish(TestKey.of("a", "ES256"));
      assertThat(fetch(new Issuer(secure.name(), "quipu", null, trusted)).size()).isEqualTo(1);
      fails(new Issuer(secure.name(), "quipu", null, foreign), "cannot be read");
      fails(new Issuer(secure.name(), "quipu", null, null), "cannot be read");
      fails(new Issuer(misnamed.name(), "quipu", null, trusted), "cannot be read");
    }
  }

  /** The certificate of the authority in a chain. */
  private static String last(String chain) {
    return chain.substring(chain.lastIndexOf("-----BEGIN"));
  }

  private static TestIssuer serving(TestAuthority.Leaf leaf) {
    return new TestIssuer(
        new HttpServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(leaf.chain()))
                    .addKeyValue(Buffer.buffer(leaf.key()))));
  }
}
