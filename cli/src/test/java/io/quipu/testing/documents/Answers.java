package io.quipu.testing.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answers that a document shows. A block of JSON has all lines that were answered. A block
 * without a language has some of them, in their order.
 *
 * <p>Times, UUIDs and what depends on the moment of settling differ in each run.
 */
record Answers(String language, String text) {
  private static final Set<String> MOMENTARY = Set.of("settled", "tail", "instance");
  private static final Pattern TIME =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern SETTLED = Pattern.compile(",(?:true|false)$");
  private static final String DATA = "data: ";

  static boolean isOf(String language) {
    return language.isEmpty() || language.equals("json");
  }

  void assertShownIn(String output) {
    List<Object> expected = lines(text);
    List<Object> actual = lines(output);
    if (language.equals("json")) {
      assertThat(actual).containsExactlyElementsOf(expected);
    } else {
      assertThat(actual).containsSubsequence(expected);
    }
  }

  private static List<Object> lines(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(Answers::line)
        .toList();
  }

  private static Object line(String line) {
    String rest = line.startsWith(DATA) ? line.substring(DATA.length()) : line;
    try {
      Object value = Json.decodeValue(rest);
      if (value instanceof JsonObject || value instanceof JsonArray) {
        return lasting(value);
      }
    } catch (DecodeException e) {
      // a line of a header or of CSV
    }
    return SETTLED.matcher(lasting(line).toString()).replaceAll(",<settled>");
  }

  private static Object lasting(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      Map<String, Object> fields = new TreeMap<>();
      object.forEach(
          field ->
              fields.put(
                  field.getKey(),
                  MOMENTARY.contains(field.getKey()) ? "<varies>" : lasting(field.getValue())));
      return fields;
    }
    if (value instanceof JsonArray array) {
      return array.stream().map(Answers::lasting).toList();
    }
    String text = String.valueOf(value);
    return UUID.matcher(TIME.matcher(text).replaceAll("<time>")).replaceAll("<uuid>");
  }
}
