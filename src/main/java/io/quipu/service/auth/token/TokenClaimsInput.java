package io.quipu.service.auth.token;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.model.InvalidInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token, field by field: those that must be there, and none of a type that another
 * reader could take for something else. Who issued it, for whom, and from when on it holds is for
 * the verifier.
 */
final class TokenClaimsInput {
  /** The end of the year 9999, in seconds since 1970. */
  private static final long LAST = 253_402_300_799L;

  private @Nullable String subject;
  private @Nullable List<String> entries;
  private @Nullable List<String> scope;
  private long expires;

  private TokenClaimsInput() {}

  static TokenClaims read(JsonInput json) {
    return new TokenClaimsInput().all(json);
  }

  private TokenClaims all(JsonInput json) {
    json.requireObject("claims");
    Set<String> seen = new HashSet<>();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      TokenHeaderInput.requireOnce(seen, name);
      switch (name) {
        case "iss" -> json.string(name);
        case "aud" -> requireTexts(json, name);
        case "sub" -> subject = subject(json.string(name));
        case "exp" -> expires = seconds(json, name);
        case "nbf", "iat" -> seconds(json, name);
        case "quipu" -> entries = texts(json, name);
        case "scope" -> scope = List.of(json.string(name).split(" ", -1));
        default -> json.skip();
      }
    }
    return claims();
  }

  private TokenClaims claims() {
    if (expires == 0) {
      throw new InvalidInput("exp", "it has no end");
    }
    String name = subject;
    if (name == null) {
      throw new InvalidInput("sub", "it names no subject");
    }
    List<String> own = entries == null ? scope : entries;
    return new TokenClaims(name, expires, own == null ? List.of() : own);
  }

  private static String subject(String name) {
    if (name.isBlank()
        || name.length() > TokenClaims.LONGEST_SUBJECT
        || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidInput("sub", "its subject is no name");
    }
    return name;
  }

  private static long seconds(JsonInput json, String field) {
    long seconds = json.integer(field);
    if (seconds < 1 || seconds > LAST) {
      throw new InvalidInput(field, field + " is no time in seconds");
    }
    return seconds;
  }

  private static void requireTexts(JsonInput json, String field) {
    if (!json.isString()) {
      texts(json, field);
    }
  }

  private static List<String> texts(JsonInput json, String field) {
    json.requireArray(field);
    List<String> all = new ArrayList<>();
    while (json.nextElement()) {
      all.add(json.string(field));
    }
    return all;
  }
}
