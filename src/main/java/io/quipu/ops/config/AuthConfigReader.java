package io.quipu.ops.config;

import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Credential;
import io.quipu.service.auth.Grant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads who may use the API. */
final class AuthConfigReader {
  private static final String AUTH = "QUIPU_AUTH";
  private static final String ANYONE = "QUIPU_OPEN_TO_ANYONE";
  private static final String RATE = "QUIPU_RATE";

  /** A key with some space around it; whatever is longer is none. */
  private static final int LONGEST = 2 * ApiKey.LONGEST;

  private static final String BOOTSTRAP = "QUIPU_BOOTSTRAP_KEY_FILE";

  private final Variables variables;
  private final String host;
  private final boolean reachable;

  /**
   * @param host where it listens
   * @param reachable whether others than a developer on this machine can reach it
   */
  AuthConfigReader(Variables variables, String host, boolean reachable) {
    this.variables = variables;
    this.host = host;
    this.reachable = reachable;
  }

  AuthConfig read() {
    boolean anyone = variables.flag(ANYONE, false);
    Optional<String> file = variables.text(BOOTSTRAP);
    Optional<String> given = variables.text(AUTH);
    int rate = variables.text(RATE).isPresent() ? variables.number(RATE, 1, Grant.MOST_RATE, 1) : 0;
    TokenConfigReader tokens = new TokenConfigReader(variables);
    Optional<Method> method = variables.oneOf(AUTH, Method.class);
    if (method.isEmpty() && reachable) {
      throw new InvalidConfiguration(
          AUTH
              + " must be set, because QUIPU_HTTP_HOST="
              + host
              + " is not loopback: keys asks callers for one, jwt for a token of an issuer; none"
              + " lets everyone in who can reach it");
    }
    if (method.orElse(Method.NONE) == Method.JWT) {
      file.ifPresent(
          path -> {
            throw Variables.refusedUnshown(
                BOOTSTRAP, "allowed only where " + AUTH + " is keys: there are none else");
          });
      return new AuthConfig(Method.JWT, null, rate, tokens.read());
    }
    if (method.orElse(Method.NONE) == Method.KEYS) {
      return new AuthConfig(Method.KEYS, file.map(AuthConfigReader::bootstrap).orElse(null), rate);
    }
    if (reachable && !anyone) {
      throw Variables.refused(
          AUTH,
          given.orElse(""),
          "lets everyone in who can reach QUIPU_HTTP_HOST="
              + host
              + "; if that is meant, say it twice: "
              + ANYONE
              + "=true");
    }
    return new AuthConfig(Method.NONE, null, rate);
  }

  private static @Nullable Credential bootstrap(String file) {
    String text;
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      text = new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII);
    } catch (IOException | InvalidPathException e) {
      throw Variables.refusedUnshown(BOOTSTRAP, "allowed is the path of a file that can be read");
    }
    return ApiKey.parse(text.strip())
        .map(ApiKey::credential)
        .orElseThrow(
            () ->
                Variables.refusedUnshown(
                    BOOTSTRAP,
                    "the file must have one line, qk_<id>_<secret>: an id of 4 to 24 of a-z and"
                        + " 0-9, a secret of 32 to 64 of A-Z, a-z, 0-9, _ and -"));
  }
}
