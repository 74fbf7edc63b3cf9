package io.quipu.edge.web;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.edge.guard.browser.Authority;
import io.quipu.edge.guard.browser.Origin;
import io.quipu.testing.fuzz.Finding;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Hosts and origins of requests: written again they are the same, and where the JDK sees a host it
 * is the one that is seen here. Which hosts are let in rests on it.
 */
class HostFuzzTest {
  @FuzzTest
  void host(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Optional<Authority> ours = Authority.parse(text);
    ours.ifPresent(
        host -> {
          Finding.unlessEqual(Authority.parse(written(host)), ours, "the same host");
          Finding.unless(isAscii(host.host()) && isAscii(text), "a host is ASCII");
        });
    jdk("http://" + text)
        .filter(uri -> (uri.getRawAuthority() + "").equals(text) && uri.getUserInfo() == null)
        .ifPresent(uri -> compare(uri, ours));
  }

  @FuzzTest
  void origin(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Optional<Origin> ours = Origin.parse(text);
    ours.ifPresent(
        origin -> {
          String written = origin.scheme() + "://" + written(origin.authority());
          Finding.unlessEqual(Origin.parse(written), ours, "the same origin");
          Finding.unless(isAscii(text), "an origin is ASCII");
          Finding.unless(!text.substring(text.indexOf("://") + 3).contains("/"), "no path");
        });
  }

  private static Optional<URI> jdk(String text) {
    try {
      return Optional.of(new URI(text)).filter(uri -> uri.getHost() != null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static void compare(URI uri, Optional<Authority> ours) {
    boolean isPlain = uri.getHost().matches("[A-Za-z0-9.-]+") && uri.getPort() < 65_536;
    if (isPlain && ours.isEmpty()) {
      Finding.unless(uri.getRawAuthority().matches(".*:[0-9]{6,}"), "a host for the JDK");
    }
    if (isPlain && ours.isPresent()) {
      Finding.unlessEqual(ours.get().host(), uri.getHost().toLowerCase(Locale.ROOT), "the host");
      Finding.unlessEqual(ours.get().port(), uri.getPort(), "the port");
    }
  }

  private static String written(Authority authority) {
    return authority.host() + (authority.port() < 0 ? "" : ":" + authority.port());
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
