package io.quipu.ops.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The access to the API.
 *
 * @param bootstrap the file of a key that may do everything; null if no such key is configured
 * @param rate the tokens a second of each caller on one instance, except callers with a key that
 *     has a rate; 0 for no limit
 * @param tokens the accepted tokens; null unless the method is {@code JWT}
 */
public record AuthConfig(
    Method method, @Nullable Path bootstrap, int rate, @Nullable TokenConfig tokens) {
  /** Access without authentication: everyone who can reach the API may do everything. */
  public static final AuthConfig NONE = new AuthConfig(Method.NONE, null, 0, null);

  /** The credentials that callers must present. */
  public enum Method {
    /** No credentials. */
    NONE,
    /** A key that the service has issued, or the bootstrap key. */
    KEYS,
    /** A token of an issuer. */
    JWT
  }

  /**
   * Reads the access settings.
   *
   * @param host the host on which the API listens
   * @param reachable false on loopback and for a developer's own instance
   */
  static AuthConfig read(Environment environment, String host, boolean reachable) {
    int rate = environment.findNumber("QUIPU_RATE").orElse(0);
    boolean anyone = environment.flag("QUIPU_OPEN_TO_ANYONE");
    Method method =
        environment
            .findOneOf("QUIPU_AUTH", Method.class)
            .orElseGet(
                () -> {
                  if (reachable) {
                    throw new InvalidConfiguration(
                        "QUIPU_AUTH"
                            + " must be set, because QUIPU_HTTP_HOST="
                            + host
                            + " is not loopback: keys asks callers for one, jwt for a token of an"
                            + " issuer; none lets everyone in who can reach it");
                  }
                  return Method.NONE;
                });
    return switch (method) {
      case JWT -> {
        if (environment.given("QUIPU_BOOTSTRAP_KEY_FILE").isPresent()) {
          throw Table.row("QUIPU_BOOTSTRAP_KEY_FILE")
              .refused("", "allowed only where QUIPU_AUTH is keys: there are none else");
        }
        yield new AuthConfig(method, null, rate, TokenConfig.read(environment));
      }
      case KEYS ->
          new AuthConfig(
              method, environment.findFile("QUIPU_BOOTSTRAP_KEY_FILE").orElse(null), rate, null);
      case NONE -> {
        if (reachable && !anyone) {
          throw Table.row("QUIPU_AUTH")
              .refused(
                  environment.given("QUIPU_AUTH").orElse(""),
                  "lets everyone in who can reach QUIPU_HTTP_HOST="
                      + host
                      + "; if that is meant, say it twice: QUIPU_OPEN_TO_ANYONE=true");
        }
        yield new AuthConfig(method, null, rate, null);
      }
    };
  }
}
