package io.quipu.ops.config;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the tokens that are accepted.
 *
 * @param issuer the issuer that tokens must name; if {@code keys} is null, also the address below
 *     which the discovery document is
 * @param audience the audience that tokens must name
 * @param keys the address of the issuer's keys; null where the discovery document names the address
 * @param authority trusted certificates in PEM for the issuer's server; null for the authorities
 *     that the JVM trusts
 * @param refresh the time between two reads of the issuer's keys
 */
public record TokenConfig(
    String issuer,
    String audience,
    @Nullable URI keys,
    @Nullable Path authority,
    Duration refresh) {
  private static final int LONGEST = 1_024;

  static TokenConfig read(Environment environment) {
    String issuer = needed(environment, "QUIPU_JWT_ISSUER");
    URI keys = environment.find("QUIPU_JWT_JWKS_URI", TokenConfig::address).orElse(null);
    if (keys == null) {
      URI described =
          address(issuer)
              .orElseThrow(
                  () ->
                      Table.row("QUIPU_JWT_ISSUER")
                          .refused(issuer, "allowed " + Table.row("QUIPU_JWT_JWKS_URI").allowed()));
      if (described.getRawQuery() != null || described.getRawFragment() != null) {
        throw Table.row("QUIPU_JWT_ISSUER").refused(issuer, "an issuer has neither ? nor #");
      }
    }
    return new TokenConfig(
        issuer,
        needed(environment, "QUIPU_JWT_AUDIENCE"),
        keys,
        environment.find("QUIPU_JWT_CA_CERTIFICATE", TokenConfig::file).orElse(null),
        environment.length("QUIPU_JWT_REFRESH"));
  }

  private static String needed(Environment environment, String name) {
    if (!environment.has(name)) {
      throw new InvalidConfiguration(name + " must be set, because QUIPU_AUTH is jwt");
    }
    return environment.text(
        name, value -> value.length() <= LONGEST && Environment.isOneLine(value));
  }

  private static Optional<URI> address(String value) {
    return Environment.uri(value).filter(TokenConfig::isSafe);
  }

  private static Optional<Path> file(String value) {
    return Environment.path(value)
        .filter(file -> Files.isReadable(file) && Files.isRegularFile(file));
  }

  /** Tells whether an address uses https, or http on loopback, and contains no credentials. */
  public static boolean isSafe(URI address) {
    String scheme = String.valueOf(address.getScheme());
    String host = address.getHost();
    return host != null
        && address.getUserInfo() == null
        && (scheme.equalsIgnoreCase("https")
            || (scheme.equalsIgnoreCase("http")
                && host.matches("localhost|\\[::1]|127(\\.[0-9]{1,3}){3}")));
  }
}
