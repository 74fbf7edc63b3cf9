package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Heads that two readers of one connection may take differently (RFC 9112, section 11.2), byte by
 * byte. Behind each follows a request that must not be taken for one.
 */
class FramingHttpTest extends HttpTest {
  private static final String EVENTS = "/v1/counters/votes/a/events";
  private static final String POST = "POST " + EVENTS + " HTTP/1.1";
  private static final String SMUGGLED =
      "POST /v1/counters/votes/smuggled/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

  @AutoClose private static final TestService shared = new TestService();

  /** One for all rows, each of which leaves it as it was. */
  @Override
  TestService service() {
    shared.appends.clear();
    return shared;
  }

  @Override
  @AfterEach
  void stopService() {}

  /** One row: lines of a head without the empty one that ends it, and what follows that one. */
  private record Head(String name, int status, String body, List<String> lines) {
    Head(String name, int status, String body, String... lines) {
      this(name, status, body, List.of(lines));
    }

    Buffer bytes() {
      return Buffer.buffer(String.join("\r\n", lines) + "\r\n\r\n" + body + SMUGGLED);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Head> heads() {
    return Stream.of(
            transferCodings(), lengths(), hosts(), folds(), names(), requestLines(), versions())
        .flatMap(Arrays::stream);
  }

  private static Head[] transferCodings() {
    return new Head[] {
      chunked("a length and chunks", "Content-Length: 2", "Transfer-Encoding: chunked"),
      chunked("chunks and a length", "Transfer-Encoding: chunked", "Content-Length: 2"),
      chunked("no length and chunks", "Content-Length: 0", "Transfer-Encoding: chunked"),
      chunked("another coding", "Transfer-Encoding: identity"),
      chunked("a coding before chunked", "Transfer-Encoding: gzip, chunked"),
      chunked("a coding after chunked", "Transfer-Encoding: chunked, identity"),
      chunked("chunked twice", "Transfer-Encoding: chunked, chunked"),
      chunked("two codings", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
      chunked("an empty coding first", "Transfer-Encoding:", "Transfer-Encoding: chunked"),
      chunked("an empty coding", "Transfer-Encoding: "),
      chunked("an empty element", "Transfer-Encoding: ,chunked"),
      chunked("a coding with a parameter", "Transfer-Encoding: chunked;q=1"),
      chunked("a coding with a tab inside", "Transfer-Encoding: chun\tked"),
      chunked("a space before the colon", "Transfer-Encoding : chunked"),
      chunked("a vertical tab before the coding", "Transfer-Encoding: \u000bchunked"),
      new Head(
          "chunks in HTTP/1.0",
          400,
          "2\r\n{}\r\n0\r\n\r\n",
          "POST " + EVENTS + " HTTP/1.0",
          "Host: localhost",
          "Transfer-Encoding: chunked"),
    };
  }

  private static Head[] lengths() {
    return new Head[] {
      sized("two lengths", "Content-Length: 2", "Content-Length: 3"),
      sized("the same length twice", "Content-Length: 2", "Content-Length: 2"),
      sized("a list of lengths", "Content-Length: 2, 2"),
      sized("a signed length", "Content-Length: +2"),
      sized("a length in hexadecimal", "Content-Length: 0x2"),
      sized("a length with a space inside", "Content-Length: 1 2"),
      sized("an empty length", "Content-Length:"),
      sized("a length that is no long", "Content-Length: 99999999999999999999"),
    };
  }

  private static Head[] hosts() {
    return new Head[] {
      new Head("no host", 400, "", POST, "Content-Length: 0"),
      new Head("two hosts", 400, "", POST, "Host: localhost", "Host: other", "Content-Length: 0"),
      new Head("the same host twice", 400, "", POST, "Host: localhost", "HOST: test"),
      new Head("two hosts in HTTP/1.0", 400, "", "GET / HTTP/1.0", "Host: a", "host: b"),
    };
  }

  private static Head[] folds() {
    return new Head[] {
      sized("a folded header", "X-Folded: a", " b"),
      sized("a header folded with a tab", "X-Folded: a", "\tContent-Length: 2"),
      sized("an empty fold", "X-Folded: a", " ", "Content-Length: 2"),
      new Head("a folded first header", 400, "", POST, " Host: localhost", "Host: localhost"),
      new Head("a folded request line", 400, "", "POST " + EVENTS, " HTTP/1.1", "Host: localhost"),
      new Head("a space before the request line", 400, "", " " + POST, "Host: localhost"),
      new Head("a fold after an empty line", 400, "", "", POST, "Host: localhost", " x"),
    };
  }

  private static Head[] names() {
    return new Head[] {
      sized("an empty name", ": a"),
      sized("nothing but a colon", ":"),
      sized("a name with a space", "X Name: a"),
      sized("a name with a control character", "X-\u0001: a"),
      sized("a line without a colon", "X-Name"),
      sized("a value with a null", "X-Name: a\u0000b"),
      sized("a value with a carriage return", "X-Name: a\rb"),
      new Head("lines that end with a line feed only", 400, "", POST + "\nHost: localhost\nX: y"),
    };
  }

  private static Head[] requestLines() {
    return new Head[] {
      new Head("no version", 400, "", "GET /livez", "Host: localhost"),
      new Head("a version in small letters", 400, "", "GET /livez http/1.1", "Host: localhost"),
      new Head("a version without a minor one", 400, "", "GET /livez HTTP/1", "Host: localhost"),
      new Head("a version of two digits", 400, "", "GET /livez HTTP/1.10", "Host: localhost"),
      new Head("a word too many", 400, "", "GET /livez x HTTP/1.1", "Host: localhost"),
      new Head("another protocol", 400, "", "GET /livez SHTTP/1.1", "Host: localhost"),
    };
  }

  private static Head[] versions() {
    return new Head[] {
      new Head("HTTP/0.9", 505, "", "GET /livez HTTP/0.9", "Host: localhost"),
      new Head("HTTP/1.2", 505, "", "GET /livez HTTP/1.2", "Host: localhost"),
      new Head("HTTP/2.0", 505, "", "GET /livez HTTP/2.0", "Host: localhost"),
      new Head("the preface of HTTP/2", 505, "SM\r\n\r\n", "PRI * HTTP/2.0"),
      new Head("HTTP/3.0", 505, "", "GET /livez HTTP/3.0", "Host: localhost"),
      new Head("HTTP/9.9", 505, "", "GET /livez HTTP/9.9"),
    };
  }

  private static Head sized(String name, String... headers) {
    return new Head(name, 400, "{}", lines(headers));
  }

  private static Head chunked(String name, String... headers) {
    return new Head(name, 400, "2\r\n{}\r\n0\r\n\r\n", lines(headers));
  }

  private static String[] lines(String... headers) {
    return Stream.concat(
            Stream.of(POST, "Host: localhost", "Content-Type: application/json"),
            Stream.of(headers))
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("heads")
  void refusesTheRequestAndClosesTheConnection(Head head) {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(head.bytes());
      assertRefused(http, head.status());
    }
    assertThat(service.appends).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("heads")
  void refusesTheSame_whenItComesByteByByte(Head head) {
    try (RawHttp http = new RawHttp(service.base())) {
      for (byte one : head.bytes().getBytes()) {
        http.send(Buffer.buffer(new byte[] {one}));
      }
      assertRefused(http, head.status());
    }
    assertThat(service.appends).isEmpty();
  }

  private static void assertRefused(RawHttp http, int status) {
    RawHttp.Response response = http.receive();
    assertThat(response.status()).as(response.text()).isEqualTo(status);
    assertThat(response.headers()).containsEntry("connection", "close");
    assertThat(new JsonObject(response.text()).getString("type"))
        .isEqualTo(status == 505 ? "/problems/version-not-supported" : "/problems/malformed-http");
    assertThat(http.isClosedByServer()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "transfer-encoding:chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked \t\r\n\r\n2;x=y\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n",
        "Content-Length: 2\r\n\r\n{}",
        "Content-Length: 002\r\n\r\n{}",
        "X-Empty:\r\nContent-Length: 2\r\n\r\n{}",
        "Hos: a\r\nHosts: b\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 2\r\n\r\n{}\r\n\r\n",
      })
  void readsAHeadThatCanBeTakenInOneWayOnly(String rest) {
    Buffer request =
        Buffer.buffer(
            POST + "\r\nHost: localhost\r\nContent-Type: application/json\r\n" + rest + SMUGGLED);
    try (RawHttp http = new RawHttp(service.base())) {
      assertThat(http.ask(request).status()).isEqualTo(201);
      assertThat(http.receive().status()).as("the next request").isEqualTo(201);
    }
    try (RawHttp http = new RawHttp(service.base())) {
      for (byte one : request.getBytes()) {
        http.send(Buffer.buffer(new byte[] {one}));
      }
      assertThat(http.receive().status()).isEqualTo(201);
      assertThat(http.receive().status()).as("the next request").isEqualTo(201);
    }
  }

  /** A body may hold what a head may not. */
  @Test
  void doesNotTakeABodyForAHead() {
    String body = "[\r\n {},\r\n\t{}\r\n\r\n ]";
    service.appends.clear();
    assertThat(post(EVENTS, JSON, body).statusCode()).isEqualTo(201);
    assertThat(service.appends).filteredOn(append -> append.events().size() == 2).hasSize(1);
  }

  @Test
  void answersAnUpgradeToHttp2AsHttp1() {
    Head upgrade =
        new Head(
            "an upgrade",
            200,
            "",
            "GET /livez HTTP/1.1",
            "Host: localhost",
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQAAP__");
    assertThat(RawHttp.exchange(service.base(), upgrade.bytes()).status()).isEqualTo(200);
  }
}
