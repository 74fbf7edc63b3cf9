package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.quipu.edge.guard.TlsPeer;
import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.web.LoggedLines;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTPS, by clients that trust an authority of the test's own and no other. */
@Thorough
class TlsHttpTest extends HttpTest {
  private static final Duration HEAD = Duration.ofSeconds(2);
  private static final Duration STALL = Duration.ofMillis(600);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int MOST = 4;
  private static final Buffer GET = RawHttp.get("/livez");

  @TempDir private static Path folder;
  private static TlsPeer tls;

  @BeforeAll
  static void sign() {
    tls = new TlsPeer(folder);
  }

  @Override
  TestService service() {
    return serving(tls.first);
  }

  private static TestService serving(TestAuthority.Leaf leaf) {
    return new TestService(
        options -> {
          options.connections = new ConnectionSettings(MOST, MOST, HEAD, STALL, 16 * 1024, 1 << 20);
          options.certificate = TlsPeer.certificate(leaf);
        });
  }

  @Test
  void requestsAreAnswered_overTls13And12() throws Exception {
    for (String version : List.of("TLSv1.3", "TLSv1.2")) {
      HttpClient trusting = trusting(HttpClient.Version.HTTP_1_1, version);
      HttpResponse<String> recorded =
          trusting.send(
              to("/v1/counters/votes/a/events").POST(BodyPublishers.noBody()).build(),
              BodyHandlers.ofString());
      assertThat(recorded.statusCode()).isEqualTo(201);
      assertThat(recorded.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
    }
  }

  /** Past the strict decoder and the deadlines nothing is spoken, also for those who ask for it. */
  @Test
  void http2IsNotSpoken() throws Exception {
    HttpResponse<String> answer =
        trusting(HttpClient.Version.HTTP_2, "TLSv1.3")
            .send(to("/livez").build(), BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  @Test
  void aWebSocketIsAnswered() {
    WebSocketClient sockets =
        service.vertx.createWebSocketClient(
            new WebSocketClientOptions()
                .setSsl(true)
                .setTrustOptions(
                    new PfxOptions()
                        .setPath(tls.authority.truststore().toString())
                        .setPassword(TestAuthority.PASSWORD)));
    WebSocketConnectOptions nowhere =
        new WebSocketConnectOptions()
            .setHost("localhost")
            .setPort(service.base().getPort())
            .setURI("/v1/none")
            .setSsl(true);

    assertThatThrownBy(() -> sockets.connect(nowhere).await())
        .hasStackTraceContaining(UpgradeRejectedException.class.getSimpleName())
        .hasStackTraceContaining("404");
  }

  @Test
  void clientsRefuseAServerOfAnotherName_andOfAnAuthorityThatTheyDoNotTrust() throws Exception {
    TestService other = serving(tls.authority.sign("dns:another.example.org"));
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(other.base() + "/livez")).build();
      HttpClient trusting = trusting(HttpClient.Version.HTTP_1_1, "TLSv1.3");

      assertThatThrownBy(() -> trusting.send(request, BodyHandlers.ofString()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThatThrownBy(() -> client.send(to("/livez").build(), BodyHandlers.ofString()))
          .isInstanceOf(SSLHandshakeException.class);
    } finally {
      other.close();
    }
    Awaitility.await()
        .until(() -> service.registry.get("quipu.http.handshakes.failed").counter().count() == 1);
  }

  @Test
  void whoSpeaksHttpIsToldSo() {
    try (RawHttp plain = new RawHttp(service.base())) {
      RawHttp.Response answer = plain.ask(GET);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).contains("begin with https://");
      assertThat(plain.isClosedByServer()).isTrue();
    }
  }

  /** ClientHello of TLS 1.1, 1.0 and SSL 3, whole but for extensions. */
  @ParameterizedTest
  @ValueSource(strings = {"0302", "0301", "0300"})
  void olderVersionsAreRefused(String version) throws IOException {
    String hello = version + "00".repeat(32) + "00" + "0004c013c00a" + "0100";
    int length = hello.length() / 2;
    String message = "01" + "%06x".formatted(length) + hello;
    byte[] record = HexFormat.of().parseHex("160301" + "%04x".formatted(length + 4) + message);
    try (Socket socket = plain()) {
      socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      socket.getOutputStream().write(record);
      byte[] alert = socket.getInputStream().readAllBytes();

      assertThat(alert[0]).as("an alert, and nothing before it").isEqualTo((byte) 21);
      assertThat(alert[5]).as("which is fatal").isEqualTo((byte) 2);
      assertThat(alert[6]).as("protocol_version").isEqualTo((byte) 70);
    }
  }

  @Test
  void whoDoesNotShakeHandsIsCutOff_silentOrTrickling() throws Exception {
    try (RawHttp silent = new RawHttp(service.base());
        Socket trickling = plain()) {
      assertThat(silent.isClosedByServer()).isTrue();
      trickling.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
      Awaitility.await()
          .pollInterval(HEAD.dividedBy(10))
          .until(
              () -> {
                try {
                  trickling.getOutputStream().write(0);
                } catch (IOException closed) {
                  // it is counted when it was cut off
                }
                return service.cut("slow_handshake") == 2;
              });
    }
    Awaitility.await().until(() -> service.openConnections() == 0);
  }

  @Test
  void whoDoesNotShakeHandsTakesAPlace_andNoMoreAreLetIn() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < MOST; i++) {
        silent.add(plain());
      }
      Awaitility.await().until(() -> service.openConnections() == MOST);
      try (RawHttp more = new RawHttp(service.base())) {
        assertThat(more.isClosedByServer()).isTrue();
      }
      assertThat(service.refusedConnections("total")).isEqualTo(1);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
    Awaitility.await().until(() -> service.openConnections() == 0);
    try (RawHttp fine = secure()) {
      assertThat(fine.ask(GET).status()).isEqualTo(200);
      assertThat(service.openConnections()).as("counted once, not twice").isEqualTo(1);
    }
  }

  @Test
  void whatGuardsPlainConnectionsGuardsTheseToo() throws Exception {
    try (RawHttp late = secure()) {
      assertThat(late.ask(Buffer.buffer("GET /livez HTTP/1.1\r\nHost: lo")).status())
          .isEqualTo(408);
    }
    try (RawHttp silent = secure()) {
      assertThat(silent.isClosedByServer()).isTrue();
    }
    try (RawHttp smuggling = secure()) {
      assertThat(
              smuggling
                  .ask(
                      Buffer.buffer(
                          "GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n"))
                  .status())
          .isEqualTo(400);
    }
    assertThat(service.cut("slow_head")).isEqualTo(1);
    assertThat(service.cut("silent")).isEqualTo(1);
  }

  @Test
  void whoDoesNotTakeAnswersIsCutOff() throws Exception {
    try (SSLSocket socket = socket()) {
      StringBuilder many = new StringBuilder();
      String one = RawHttp.get("/openapi.yaml").toString();
      for (int i = 0; i < 200; i++) {
        many.append(one);
      }
      socket.getOutputStream().write(many.toString().getBytes(StandardCharsets.US_ASCII));
      Awaitility.await().until(() -> service.cut("slow_reader") == 1);
    }
  }

  @Test
  void anotherCertificateIsServedToNewConnections_andThoseThatAreOpenGoOn() throws Exception {
    tls.write(tls.first);
    service.follow(tls.files, PAUSE);
    SSLSocket open = socket();
    try (RawHttp before = new RawHttp(open)) {
      assertThat(before.ask(GET).status()).isEqualTo(200);

      tls.write(tls.second);
      Awaitility.await().until(() -> served().equals(TlsPeer.serial(tls.second)));

      assertThat(before.ask(GET).status()).isEqualTo(200);
      assertThat(TlsPeer.served(open)).isEqualTo(TlsPeer.serial(tls.first));
    }
  }

  /** As Kubernetes does it: the files are links into a folder that is a link itself. */
  @Test
  void aChangedLinkIsAChange() throws Exception {
    Path one = Files.createDirectories(folder.resolve("..1"));
    Path two = Files.createDirectories(folder.resolve("..2"));
    Files.writeString(one.resolve("tls.crt"), tls.first.chain());
    Files.writeString(one.resolve("tls.key"), tls.first.key());
    Files.writeString(two.resolve("tls.crt"), tls.second.chain());
    Files.writeString(two.resolve("tls.key"), tls.second.key());
    Path data = Files.createSymbolicLink(folder.resolve("..data"), one);
    service.follow(new CertificateFiles(data.resolve("tls.crt"), data.resolve("tls.key")), PAUSE);
    assertThat(served()).isEqualTo(TlsPeer.serial(tls.first));

    Path next = Files.createSymbolicLink(folder.resolve("..data_tmp"), two);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);

    Awaitility.await().until(() -> served().equals(TlsPeer.serial(tls.second)));
  }

  @Test
  void halfAPairIsNotServed_untilItIsWhole() throws Exception {
    tls.write(tls.first);
    service.follow(tls.files, PAUSE);
    try (LoggedLines log = new LoggedLines(CertificateVerticle.class.getName())) {
      Files.writeString(tls.files.certificate(), tls.second.chain());
      Awaitility.await().until(() -> log.of(Level.WARN).size() == 1);
      assertThat(log.of(Level.WARN).get(0)).contains("the key is not that of the certificate");

      Files.writeString(tls.files.key(), tls.second.key().substring(0, 60));
      Awaitility.await().until(() -> log.of(Level.WARN).size() == 2);
      assertThat(log.of(Level.WARN).get(1)).contains("the key cannot be read");
      assertThat(served()).isEqualTo(TlsPeer.serial(tls.first));
      // The log has it once, the counter with each look: what goes on is told from what is over.
      double failures = reloadFailures();
      Awaitility.await().until(() -> reloadFailures() > failures + 1);

      Files.writeString(tls.files.key(), tls.second.key());
      Awaitility.await().until(() -> served().equals(TlsPeer.serial(tls.second)));
      assertThat(log.of(Level.WARN)).hasSize(2);
    }
  }

  @Test
  void theEndOfTheCertificateIsThatOfTheOneThatIsServed() throws Exception {
    TestAuthority.Leaf longer = tls.authority.sign("dns:localhost,ip:127.0.0.1", 60);
    tls.write(tls.first);
    service.follow(tls.files, PAUSE);
    assertThat(end()).isEqualTo(TlsPeer.certificate(tls.first).end().getEpochSecond());

    tls.write(longer);
    Awaitility.await().until(() -> served().equals(TlsPeer.serial(longer)));

    Awaitility.await().until(() -> end() == TlsPeer.certificate(longer).end().getEpochSecond());
    assertThat(TlsPeer.certificate(longer).end()).isAfter(TlsPeer.certificate(tls.first).end());
  }

  private long end() {
    return (long) service.registry.get("quipu.tls.certificate.end.seconds").gauge().value();
  }

  private double reloadFailures() {
    return service.registry.get("quipu.tls.reload.failures").counter().count();
  }

  private HttpClient trusting(HttpClient.Version http, String version) {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {version});
    return HttpClient.newBuilder()
        .version(http)
        .sslContext(tls.authority.trusting())
        .sslParameters(parameters)
        .connectTimeout(TestPatience.LIMIT)
        .build();
  }

  private RawHttp secure() throws IOException {
    return new RawHttp(socket());
  }

  private SSLSocket socket() throws IOException {
    return tls.connect(service.base().getPort());
  }

  private BigInteger served() throws IOException {
    return tls.served(service.base().getPort());
  }

  private Socket plain() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), service.base().getPort());
  }
}
