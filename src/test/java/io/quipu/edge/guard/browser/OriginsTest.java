package io.quipu.edge.guard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {
  @ParameterizedTest
  @CsvSource({
    "Localhost, localhost, -1",
    "localhost:8080, localhost, 8080",
    "a_b.Example.org:, a_b.example.org, -1",
    "127.0.0.1:0, 127.0.0.1, 0",
    "[::1]:65535, [::1], 65535",
    "[0:0:0:0:0:0:0:1], [::1], -1",
    "[2001:DB8::0:1], [2001:db8::1], -1",
  })
  void readsAHost(String text, String host, int port) {
    assertThat(Authority.parse(text)).hasValue(new Authority(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "*",
        "*.example.org",
        "::1",
        "[::1",
        "[1.2.3.4]",
        "[::g]",
        "a:65536",
        "a:123456",
        "a:-1",
        "a:8080x",
        "user@a",
        "http://a",
        "a/b",
        "ä.example"
      })
  void takesNothingElseForAHost(String text) {
    assertThat(Authority.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "*",
        "localhost",
        "//localhost",
        "http:localhost",
        "http://",
        "://localhost",
        "1http://localhost",
        "http://localhost/",
        "http://localhost, http://evil.example",
        "http://localhost http://evil.example",
        "http://*.example.org"
      })
  void takesNothingElseForAnOrigin(String text) {
    assertThat(Origin.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080, localhost:8080, true",
    "http://LOCALHOST:8080, localhost:8080, true",
    "https://localhost:8080, localhost:8080, true",
    "http://localhost, localhost:80, true",
    "http://localhost:80, localhost, true",
    "https://localhost:443, localhost, true",
    "https://localhost, localhost:443, true",
    "http://[0::1]:8080, [::1]:8080, true",
    "http://localhost:8081, localhost:8080, false",
    "http://localhost, localhost:8080, false",
    "http://localhost:443, localhost, false",
    "http://127.0.0.1:8080, localhost:8080, false",
    "http://localhost.evil.example:8080, localhost:8080, false",
    "http://evil.example, localhost:8080, false",
    "app://localhost:8080, localhost:8080, false",
    "null, localhost:8080, false",
  })
  void knowsItsOwnPages(String origin, String host, boolean own) {
    Origins origins = new Origins(new PublicHosts.Any(), Set.of());
    assertThat(origins.admit(origin, Authority.parse(host), false)).isEqualTo(own);
    assertThat(origins.admit(origin, Authority.parse(host), true)).as("of another site").isFalse();
    assertThat(origins.admit(origin, Optional.empty(), false)).as("of no host").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.example.org, true",
    "HTTPS://www.example.org:443, true",
    "http://www.example.org, false",
    "https://example.org, false",
    "https://www.example.org:8443, false",
    "https://www.example.org.evil.example, false",
  })
  void allowsAnotherOriginAsItIs(String origin, boolean allowed) {
    Origin other = Origin.parse("https://www.example.org").orElseThrow();
    Origins origins = new Origins(new PublicHosts.Any(), Set.of(other));
    assertThat(origins.admit(origin, Authority.parse("localhost"), true)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, true",
    "127.0.0.1, true",
    "127.9.9.9:1, true",
    "[::1]:8080, true",
    "localhost.evil.example, false",
    "127.evil.example, false",
    "evil.example:8080, false",
    "10.0.0.1, false",
    "[::2], false",
  })
  void knowsTheNamesOfLoopback(String host, boolean included) {
    assertThat(new PublicHosts.Loopback().include(host(host))).isEqualTo(included);
  }

  @ParameterizedTest
  @CsvSource({
    "quipu.example.org, true",
    "quipu.example.org:8080, true",
    "secure.example.org, true",
    "secure.example.org:443, true",
    "secure.example.org:8080, false",
    "example.org, false",
    "x.quipu.example.org, false",
    "localhost, false",
  })
  void answersForTheHostsOfItsList(String host, boolean included) {
    PublicHosts hosts =
        new PublicHosts.Listed(Set.of(host("quipu.example.org"), host("secure.example.org:443")));
    assertThat(hosts.include(host(host))).isEqualTo(included);
  }

  @Test
  void answersProbesThatNameAnAddress() {
    Origins origins =
        new Origins(new PublicHosts.Listed(Set.of(host("quipu.example.org"))), Set.of());
    for (String path : new String[] {"/livez", "/readyz", "/metrics"}) {
      assertThat(origins.includeHost(host("10.1.2.3:8080"), path)).isTrue();
      assertThat(origins.includeHost(host("[fd00::1]:8080"), path)).isTrue();
      assertThat(origins.includeHost(host("evil.example"), path)).isFalse();
    }
    assertThat(origins.includeHost(host("10.1.2.3:8080"), "/v1/events")).isFalse();
  }

  private static Authority host(String text) {
    return Authority.parse(text).orElseThrow();
  }
}
