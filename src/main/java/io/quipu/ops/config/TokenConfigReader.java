package io.quipu.ops.config;

import io.quipu.service.auth.token.Issuer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads which tokens are taken. */
final class TokenConfigReader {
  private static final String ISSUER = "QUIPU_JWT_ISSUER";
  private static final String AUDIENCE = "QUIPU_JWT_AUDIENCE";
  private static final String KEYS = "QUIPU_JWT_JWKS_URI";
  private static final String AUTHORITY = "QUIPU_JWT_CA_CERTIFICATE";
  private static final String REFRESH = "QUIPU_JWT_REFRESH";
  private static final int LONGEST = 1_024;

  private static final String ADDRESS =
      "allowed is an https address; http only of this machine, such as http://localhost:8081/";

  private final Optional<String> issuer;
  private final Optional<String> audience;
  private final Optional<String> keys;
  private final Optional<String> authority;
  private final Variables variables;

  /** Asks for the variables, also where no tokens are asked for: they are no unknown ones then. */
  TokenConfigReader(Variables variables) {
    this.variables = variables;
    this.issuer = variables.text(ISSUER);
    this.audience = variables.text(AUDIENCE);
    this.keys = variables.text(KEYS);
    this.authority = variables.text(AUTHORITY);
    var unused = variables.text(REFRESH);
  }

  TokenConfig read() {
    String name = name(ISSUER, issuer);
    URI published = keys.map(value -> address(KEYS, value)).orElse(null);
    if (published == null) {
      URI described = address(ISSUER, name);
      if (described.getRawQuery() != null || described.getRawFragment() != null) {
        throw Variables.refused(ISSUER, name, "an issuer has neither ? nor #");
      }
    }
    return new TokenConfig(
        new Issuer(
            name,
            name(AUDIENCE, audience),
            published,
            authority.map(TokenConfigReader::file).orElse(null)),
        Durations.read(
            variables,
            REFRESH,
            Duration.ofSeconds(1),
            Duration.ofMinutes(15),
            Duration.ofMinutes(1)));
  }

  private static String name(String variable, Optional<String> given) {
    String name =
        given.orElseThrow(
            () -> new InvalidConfiguration(variable + " must be set, because QUIPU_AUTH is jwt"));
    if (name.length() > LONGEST || name.codePoints().anyMatch(Character::isISOControl)) {
      throw Variables.refused(
          variable, name, "allowed are at most " + LONGEST + " characters on one line");
    }
    return name;
  }

  private static URI address(String variable, String value) {
    try {
      URI address = new URI(value);
      if (Issuer.isSafe(address)) {
        return address;
      }
    } catch (URISyntaxException e) {
      // refused like any other
    }
    throw Variables.refused(variable, value, ADDRESS);
  }

  private static Path file(String value) {
    try {
      Path file = Path.of(value);
      if (Files.isReadable(file) && Files.isRegularFile(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // refused like any other
    }
    throw Variables.refused(
        AUTHORITY, value, "allowed is the path of a file in PEM that can be read");
  }
}
