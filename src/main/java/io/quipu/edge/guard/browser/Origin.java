package io.quipu.edge.guard.browser;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The origin of a web page, which browsers send in the {@code Origin} header (RFC 6454).
 *
 * @param scheme in lower case
 * @param authority the host and the port; without the port if it is the default port of the scheme
 */
public record Origin(String scheme, Authority authority) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");

  public Origin {
    if (!authority.equals(authority.in(scheme))) {
      throw new IllegalArgumentException("The port " + authority.port() + " goes without saying");
    }
  }

  /** Reads {@code scheme://host[:port]}; empty for any other text, also for the text "null". */
  public static Optional<Origin> parse(String text) {
    int end = text.indexOf("://");
    if (end < 0) {
      return Optional.empty();
    }
    String given = text.substring(0, end);
    String scheme = given.toLowerCase(Locale.ROOT);
    return SCHEME.matcher(given).matches()
        ? Authority.parse(text.substring(end + 3)).map(at -> new Origin(scheme, at.in(scheme)))
        : Optional.empty();
  }

  /**
   * Tells whether pages that are served under a host have this origin. Accepts http and https,
   * because the service cannot know the scheme of the browser: TLS may end at a proxy.
   */
  boolean isOf(Authority host) {
    return defaultPort(scheme) != Authority.NO_PORT && authority.equals(host.in(scheme));
  }

  /** The origin as browsers write it. */
  public String text() {
    return scheme + "://" + authority.host() + (authority.port() < 0 ? "" : ":" + authority.port());
  }

  static int defaultPort(String scheme) {
    return switch (scheme) {
      case "http" -> 80;
      case "https" -> 443;
      default -> Authority.NO_PORT;
    };
  }
}
