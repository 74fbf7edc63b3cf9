package io.quipu.service.auth.token;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.model.InvalidInput;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The header of a token. Keys and addresses of keys that it brings along are not even looked at:
 * only the issuer says which its keys are.
 */
record TokenHeaderInput(String algorithm, @Nullable String keyId) {
  /** What access tokens call themselves (RFC 9068), and tokens in general; others are not meant. */
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

  static TokenHeaderInput read(JsonInput json) {
    json.requireObject("header");
    String algorithm = null;
    String keyId = null;
    Set<String> seen = new HashSet<>();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      requireOnce(seen, name);
      switch (name) {
        case "alg" -> algorithm = json.string(name);
        case "kid" -> keyId = json.string(name);
        case "typ" -> requireType(json.string(name));
        case "crit" -> throw new InvalidInput(name, "it has extensions that must be understood");
        default -> json.skip();
      }
    }
    if (algorithm == null) {
      throw new InvalidInput("alg", "it names no algorithm");
    }
    return new TokenHeaderInput(algorithm, keyId);
  }

  /** Readers differ in which of two they take. */
  static void requireOnce(Set<String> seen, String name) {
    if (!seen.add(name)) {
      throw new InvalidInput("token", "it says something twice");
    }
  }

  private static void requireType(String type) {
    if (!TYPES.contains(type.toLowerCase(Locale.ROOT))) {
      throw new InvalidInput("typ", "it is a token for something else");
    }
  }
}
