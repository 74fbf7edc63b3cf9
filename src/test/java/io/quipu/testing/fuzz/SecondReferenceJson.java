package io.quipu.testing.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Jackson as it comes, asked only where Gson refuses a text with a long number: it takes an integer
 * whose digits overflow to 0 half-way for one with a leading zero.
 */
final class SecondReferenceJson {
  private static final Pattern LONG_NUMBER = Pattern.compile("[0-9]{20}");

  private SecondReferenceJson() {}

  static boolean isNeeded(String text) {
    return LONG_NUMBER.matcher(text).find();
  }

  static Optional<Json> parse(String text) {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      Json value = value(parser);
      return parser.nextToken() == null ? Optional.of(value) : Optional.empty();
    } catch (IOException malformed) {
      return Optional.empty();
    }
  }

  private static Json value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("no value");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new Json.Text(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Numeral(parser.getText());
      default -> new Json.Word(parser.getText());
    };
  }

  private static Json object(JsonParser parser) throws IOException {
    List<Map.Entry<String, Json>> fields = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.add(Map.entry(name, value(parser)));
    }
    return new Json.Fields(fields);
  }

  private static Json array(JsonParser parser) throws IOException {
    List<Json> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return new Json.Elements(elements);
  }
}
