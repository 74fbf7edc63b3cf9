package io.quipu.service.auth.token;

import com.fasterxml.jackson.core.JsonParser;
import io.quipu.engine.input.InvalidInput;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.JacksonCodec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of one part of a token. Reads no member as a value of another type: each method that
 * reads a member throws an {@link InvalidInput} instead.
 */
record TokenMembers(JsonObject json) {
  /** The end of the year 9999, in seconds since 1970. */
  private static final long LAST = 253_402_300_799L;

  /**
   * Parses the members of a part.
   *
   * @throws InvalidInput if the part is no JSON object in UTF-8, or has a duplicate member, because
   *     another parser might read the other duplicate
   */
  static TokenMembers parse(byte[] part) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(part)).toString();
      JsonParser parser = JacksonCodec.createParser(text);
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      if (JacksonCodec.fromParser(parser, Object.class) instanceof JsonObject json) {
        return new TokenMembers(json);
      }
    } catch (CharacterCodingException | DecodeException e) {
      // thrown below as an InvalidInput, as for JSON that is no object
    }
    throw new InvalidInput("token", "a part of it is no JSON object, or says something twice");
  }

  boolean has(String name) {
    return json.containsKey(name);
  }

  /** The text of a member; null if the member is missing. */
  @Nullable String text(String name) {
    return has(name) ? textOf(name, json.getValue(name)) : null;
  }

  /** The list of texts of a member; null if the member is missing. */
  @Nullable List<String> texts(String name) {
    if (!has(name)) {
      return null;
    }
    if (!(json.getValue(name) instanceof JsonArray array)) {
      throw wrong(name);
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      texts.add(textOf(name, array.getValue(i)));
    }
    return texts;
  }

  /** The time of a member, in whole seconds since 1970, from 1 to {@link #LAST}; 0 if missing. */
  long seconds(String name) {
    if (!has(name)) {
      return 0;
    }
    Object value = json.getValue(name);
    if (!(value instanceof Integer || value instanceof Long)) {
      throw wrong(name);
    }
    long seconds = ((Number) value).longValue();
    if (seconds < 1 || seconds > LAST) {
      throw wrong(name);
    }
    return seconds;
  }

  /** Checks the types of the claims that only the verifier reads. */
  void requireTypes() {
    var unusedIssuer = text("iss");
    var unusedAudiences = json.getValue("aud") instanceof String ? List.of() : texts("aud");
    var unusedTimes = List.of(seconds("nbf"), seconds("iat"));
  }

  private static String textOf(String name, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw wrong(name);
  }

  private static InvalidInput wrong(String name) {
    return new InvalidInput(name, name + " is of another type, or no time in seconds");
  }
}
