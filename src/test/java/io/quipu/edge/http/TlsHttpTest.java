package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.quipu.edge.guard.CertificateFiles;
import io.quipu.edge.guard.ConnectionSettings;
import io.quipu.edge.guard.ServerCertificate;
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
import java.io.ByteArrayInputStream;
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
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
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
  private static final int MOST = 4;
  private static final Buffer GET = RawHttp.get("/livez");

  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static TestAuthority.Leaf first;
  private static TestAuthority.Leaf second;

  private final Path certificate = folder.resolve("tls.crt");
  private final Path key = folder.resolve("tls.key");

  @BeforeAll
  static void sign() {
    authority = new TestAuthority(folder);
    first = authority.sign("dns:localhost,ip:127.0.0.1");
    second = authority.sign("dns:localhost,ip:127.0.0.1");
  }

  @Override
  TestService service() {
    return new TestService(
        new ConnectionSettings(MOST, MOST, HEAD, STALL, 16 * 1024, 1 << 20), certificate(first));
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
                        .setPath(authority.truststore().toString())
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
    TestService other =
        new TestService(
            ConnectionSettings.of(10, 10, 1),
            certificate(authority.sign("dns:another.example.org")));
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
    write(first);
    service.follow(new CertificateFiles(certificate, key), Duration.ofMillis(20));
    SSLSocket open = socket();
    try (RawHttp before = new RawHttp(open)) {
      assertThat(before.ask(GET).status()).isEqualTo(200);

      write(second);
      Awaitility.await().until(() -> serial().equals(serial(second)));

      assertThat(before.ask(GET).status()).isEqualTo(200);
      assertThat(serial(open)).isEqualTo(serial(first));
    }
  }

  /** As Kubernetes does it: the files are links into a folder that is a link itself. */
  @Test
  void aChangedLinkIsAChange() throws Exception {
    Path one = Files.createDirectories(folder.resolve("..1"));
    Path two = Files.createDirectories(folder.resolve("..2"));
    Files.writeString(one.resolve("tls.crt"), first.chain());
    Files.writeString(one.resolve("tls.key"), first.key());
    Files.writeString(two.resolve("tls.crt"), second.chain());
    Files.writeString(two.resolve("tls.key"), second.key());
    Path data = Files.createSymbolicLink(folder.resolve("..data"), one);
    service.follow(
        new CertificateFiles(data.resolve("tls.crt"), data.resolve("tls.key")),
        Duration.ofMillis(20));
    assertThat(serial()).isEqualTo(serial(first));

    Path next = Files.createSymbolicLink(folder.resolve("..data_tmp"), two);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);

    Awaitility.await().until(() -> serial().equals(serial(second)));
  }

  @Test
  void halfAPairIsNotServed_untilItIsWhole() throws Exception {
    write(first);
    service.follow(new CertificateFiles(certificate, key), Duration.ofMillis(20));
    try (LoggedLines log = new LoggedLines(CertificateVerticle.class.getName())) {
      Files.writeString(certificate, second.chain());
      Awaitility.await().until(() -> log.of(Level.WARN).size() == 1);
      assertThat(log.of(Level.WARN).get(0)).contains("the key is not that of the certificate");

      Files.writeString(key, second.key().substring(0, 60));
      Awaitility.await().until(() -> log.of(Level.WARN).size() == 2);
      assertThat(log.of(Level.WARN).get(1)).contains("the key cannot be read");
      assertThat(serial()).isEqualTo(serial(first));
      // The log has it once, the counter with each look: what goes on is told from what is over.
      double failures = reloadFailures();
      Awaitility.await().until(() -> reloadFailures() > failures + 1);

      Files.writeString(key, second.key());
      Awaitility.await().until(() -> serial().equals(serial(second)));
      assertThat(log.of(Level.WARN)).hasSize(2);
    }
  }

  @Test
  void theEndOfTheCertificateIsThatOfTheOneThatIsServed() throws Exception {
    TestAuthority.Leaf longer = authority.sign("dns:localhost,ip:127.0.0.1", 60);
    write(first);
    service.follow(new CertificateFiles(certificate, key), Duration.ofMillis(20));
    assertThat(end()).isEqualTo(certificate(first).end().getEpochSecond());

    write(longer);
    Awaitility.await().until(() -> serial().equals(serial(longer)));

    Awaitility.await().until(() -> end() == certificate(longer).end().getEpochSecond());
    assertThat(certificate(longer).end()).isAfter(certificate(first).end());
  }

  private long end() {
    return (long) service.registry.get("quipu.tls.certificate.end.seconds").gauge().value();
  }

  private double reloadFailures() {
    return service.registry.get("quipu.tls.reload.failures").counter().count();
  }

  private void write(TestAuthority.Leaf leaf) throws IOException {
    Files.writeString(certificate, leaf.chain());
    Files.writeString(key, leaf.key());
  }

  private static ServerCertificate certificate(TestAuthority.Leaf leaf) {
    return ServerCertificate.of(
        leaf.chain().getBytes(StandardCharsets.US_ASCII),
        leaf.key().getBytes(StandardCharsets.US_ASCII));
  }

  private HttpClient trusting(HttpClient.Version http, String tls) {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {tls});
    return HttpClient.newBuilder()
        .version(http)
        .sslContext(authority.trusting())
        .sslParameters(parameters)
        .connectTimeout(TestPatience.LIMIT)
        .build();
  }

  private RawHttp secure() throws IOException {
    return new RawHttp(socket());
  }

  private SSLSocket socket() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            authority
                .trusting()
                .getSocketFactory()
                .createSocket("127.0.0.1", service.base().getPort());
    socket.startHandshake();
    return socket;
  }

  private Socket plain() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), service.base().getPort());
  }

  /** Of the certificate that a new connection sees. */
  private BigInteger serial() throws IOException {
    try (SSLSocket socket = socket()) {
      return serial(socket);
    }
  }

  private static BigInteger serial(SSLSocket socket) throws IOException {
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }

  private static BigInteger serial(TestAuthority.Leaf leaf) throws Exception {
    return ((X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(
                    new ByteArrayInputStream(leaf.chain().getBytes(StandardCharsets.US_ASCII))))
        .getSerialNumber();
  }
}
