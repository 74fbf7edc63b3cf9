package io.quipu.edge.guard;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which web pages may use the service: its own, and those of the origins that are allowed. Whoever
 * is not a browser names no origin and is not concerned.
 *
 * <p>Those that only a key brings along are not among them: see {@link BrowserGuard}.
 *
 * @param hosts what the service answers for
 * @param allowed the origins besides its own
 */
public record Origins(PublicHosts hosts, Set<Origin> allowed) {
  /** Pages of its own only, whatever the service is called. */
  public static final Origins OWN = new Origins(new PublicHosts.Any(), Set.of());

  /** Asked for by the pod's address, which no list can name. */
  private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");

  private static final Pattern BADGE = Pattern.compile("/v1/counters/[^/]+/[^/]+/badge[.]svg");
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
   * Tells whether a page of this origin may ask a service of this host.
   *
   * @param text the {@code Origin} header
   * @param host empty if the request does not say
   * @param crossSite whether the browser calls the request one of another site
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
   * Tells whether this asks for a badge, which pages of others may show: whether of this namespace
   * is decided where it is known.
   */
  static boolean isBadge(String method, String path) {
    return (method.equals("GET") || method.equals("HEAD")) && BADGE.matcher(path).matches();
  }

  /**
   * Tells whether this asks for a page that those of others may frame or link to: whether of this
   * namespace is decided where it is known.
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
   * Tells whether this is a link on any page to a page of ours, which shows nothing to the other.
   */
  static boolean isLinkToPage(
      String method, String path, @Nullable String mode, @Nullable String destination) {
    return (method.equals("GET") || method.equals("HEAD"))
        && "navigate".equals(mode)
        && "document".equals(destination)
        && (PAGES.contains(path) || path.startsWith("/problems/") || path.startsWith("/assets/"));
  }
}
