package io.quipu.edge.http.admin;

import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.auth.Keys;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request for a new key, field by field. */
final class KeyInput {
  private static final List<String> FIELDS =
      List.of("name", "scopes", "prefix", "delta", "origins", "rate", "expires");

  private final EventTime now;
  private String name = "";
  private List<Scope> scopes = List.of();
  private String prefix = "";
  private boolean onlyOne;
  private List<String> origins = List.of();
  private int rate;
  private @Nullable EventTime expires;

  private KeyInput(EventTime now) {
    this.now = now;
  }

  /**
   * @param now the current time; {@code expires} must be later
   * @param createdBy the id of the caller
   */
  static KeyDraft draft(EventTime now, String createdBy, Buffer body) {
    return JsonInput.parse(JsonInput.utf8(body), json -> new KeyInput(now).read(createdBy, json));
  }

  private KeyDraft read(String createdBy, JsonInput json) {
    json.members(JsonInput.BODY, field -> take(field, json));
    if (scopes.isEmpty()) {
      throw new InvalidInput("scopes", "scopes must hold at least one, such as record:votes");
    }
    Grant grant = new Grant(scopes, prefix, onlyOne, origins, rate, expires);
    return new KeyDraft(name, grant, createdBy);
  }

  private void take(String field, JsonInput json) {
    switch (field) {
      case "name" -> name = name(json.string(field));
      case "scopes" -> scopes = list(json, field, Grant.MOST_SCOPES, Scope::parse);
      case "prefix" -> prefix = NameRange.of(some(field, json.string(field))).from();
      case "delta" -> onlyOne = requireOne(json.integer(field));
      case "origins" -> origins = list(json, field, Grant.MOST_ORIGINS, ListInput::origin);
      case "rate" -> rate = rate(json.integer(field));
      case "expires" -> expires = expires(json.string(field));
      default -> throw json.unknown(field, FIELDS);
    }
  }

  private static <T> List<T> list(
      JsonInput json, String field, int most, BiFunction<String, String, T> element) {
    List<T> list = ListInput.list(json, field, most, element);
    if (list.isEmpty()) {
      throw new InvalidInput(field, field + " is empty; it must hold at least one");
    }
    return list;
  }

  private static String some(String field, String text) {
    if (text.isEmpty()) {
      throw new InvalidInput(field, field + " is empty; leave it out for all counters");
    }
    return text;
  }

  private static String name(String text) {
    if (text.isBlank() || text.codePointCount(0, text.length()) > KeyDraft.LONGEST_NAME) {
      throw new InvalidInput(
          "name", "name must have 1 to " + KeyDraft.LONGEST_NAME + " characters");
    }
    if (text.codePoints().anyMatch(KeyInput::isInvisible)) {
      throw new InvalidInput("name", "name must not have control characters");
    }
    return text;
  }

  private static boolean isInvisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static boolean requireOne(long delta) {
    if (delta != 1) {
      throw new InvalidInput("delta", "delta must be 1: no other can be fixed");
    }
    return true;
  }

  private static int rate(long rate) {
    if (rate < 1 || rate > Grant.MOST_RATE) {
      throw new InvalidInput("rate", "rate must be a number from 1 to " + Grant.MOST_RATE);
    }
    return (int) rate;
  }

  private EventTime expires(String text) {
    EventTime time = Keys.toMillis(TimeInput.parse("expires", text));
    if (!now.isBefore(time)) {
      throw new InvalidInput("expires", "expires must lie in the future");
    }
    return time;
  }
}
