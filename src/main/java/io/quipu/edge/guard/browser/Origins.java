package io.quipu.edge.guard.browser;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The web pages that may use the service: its own pages, and the pages of allowed origins. The
 * check of origins does not affect clients that are not browsers, because they send no origin. The
 * check of hosts affects all clients.
 *
 * <p>{@link BrowserGuard} accepts the origins of keys in addition. They are not in {@code allowed}.
 *
 * @param hosts the hosts that the service answers for
 * @param allowed the origins besides the origin of the service
 */
public record Origins(PublicHosts hosts, Set<Origin> allowed) {
  /** Allows only the pages of the service itself, under every host name. */
  public static final Origins OWN = new Origins(new PublicHosts.Any(), Set.of());

  /** Paths of probes, served under any IP address, because no list can name addresses of pods. */
  private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");

  private static final Pattern PART_OF_PAGES =
      Pattern.compile(
          "/v1/counters/[^/]+/[^/]+/badge[.]svg|/v1/views/[^/]+/pixel[.]gif|/count[.]js");

  private static final Pattern EMBEDDED = Pattern.compile("/embed/[^/]+/[^/]+");
  private static final Set<String> FRAMES = Set.of("iframe", "frame", "document");
  private static final Set<String> PAGES = Set.of("/", "/docs", "/openapi.yaml", "/asyncapi.yaml");

  public Origins {
    allowed = Set.copyOf(allowed);
  }

  /** Tells whether the service answers for this host at this path. */
  boolean includeHost(Authority host, String path) {
    return hosts.include(host) || (host.isAddress() && PROBES.contains(path));
  }

  /**
   * Tells whether a page of an origin may send requests to a host.
   *
   * @param text the value of the {@code Origin} header
   * @param host empty if the request names no host
   * @param crossSite whether the browser says that the request comes from another site
   */
  boolean admit(String text, Optional<Authority> host, boolean crossSite) {
    Optional<Origin> origin = Origin.parse(text);
    if (origin.isEmpty()) {
      return false;
    }
    return isAllowed(origin.get()) || (!crossSite && host.filter(origin.get()::isOf).isPresent());
  }

  private boolean isAllowed(Origin origin) {
    return allowed.contains(origin);
  }

  /**
   * Tells whether a request asks for what pages of other sites may have as a part: a badge, the
   * script that counts views, or the picture that does. The routes check the namespace.
   */
  static boolean isPartOfPages(String method, String path) {
    return (method.equals("GET") || method.equals("HEAD")) && PART_OF_PAGES.matcher(path).matches();
  }

  /**
   * Tells whether a browser navigates to the page of one counter, in a window or in a frame. Pages
   * of other sites may cause this for public namespaces. The route checks that the namespace is
   * public.
   */
  static boolean isEmbedded(
      String method, String path, @Nullable String mode, @Nullable String destination) {
    return (method.equals("GET") || method.equals("HEAD"))
        && "navigate".equals(mode)
        && destination != null
        && FRAMES.contains(destination)
        && EMBEDDED.matcher(path).matches();
  }

  /**
   * Tells whether a request follows a link to a page of the service. Every site may have such a
   * link, because the site cannot read the page.
   */
  static boolean isLinkToPage(
      String method, String path, @Nullable String mode, @Nullable String destination) {
    return (method.equals("GET") || method.equals("HEAD"))
        && "navigate".equals(mode)
        && "document".equals(destination)
        && (PAGES.contains(path) || path.startsWith("/problems/") || path.startsWith("/assets/"));
  }
}
