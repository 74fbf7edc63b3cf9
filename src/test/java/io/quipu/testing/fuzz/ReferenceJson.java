package io.quipu.testing.fuzz;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gson in its strict mode: RFC 8259 by other authors than those of the parser of the service. */
public final class ReferenceJson {
  private static final int DEEPEST = 2_000;

  private final JsonReader reader;

  private ReferenceJson(String text) {
    reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.STRICT);
    reader.setNestingLimit(DEEPEST);
  }

  /**
   * One JSON text.
   *
   * @param depth of the deepest array or object, 0 if the value is neither
   */
  public record Parsed(Json value, int depth) {}

  /** Parses one text, with nothing after it; empty if it is not JSON. */
  public static Optional<Parsed> parse(String text) {
    ReferenceJson reference = new ReferenceJson(text);
    try {
      Json value = reference.value();
      return reference.reader.peek() == JsonToken.END_DOCUMENT
          ? Optional.of(new Parsed(value, depth(value)))
          : Optional.empty();
    } catch (IOException malformed) {
      return SecondReferenceJson.isNeeded(text)
          ? SecondReferenceJson.parse(text).map(value -> new Parsed(value, depth(value)))
          : Optional.empty();
    }
  }

  private static int depth(Json value) {
    if (value instanceof Json.Fields object) {
      return 1 + object.entries().stream().mapToInt(each -> depth(each.getValue())).max().orElse(0);
    }
    return value instanceof Json.Elements array
        ? 1 + array.values().stream().mapToInt(ReferenceJson::depth).max().orElse(0)
        : 0;
  }

  private Json value() throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object();
      case BEGIN_ARRAY -> array();
      case STRING -> new Json.Text(reader.nextString());
      case NUMBER -> new Json.Numeral(reader.nextString());
      case BOOLEAN -> new Json.Word(String.valueOf(reader.nextBoolean()));
      case NULL -> nothing();
      default -> throw new IOException("no value");
    };
  }

  private Json nothing() throws IOException {
    reader.nextNull();
    return new Json.Word("null");
  }

  private Json object() throws IOException {
    List<Map.Entry<String, Json>> fields = new ArrayList<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      fields.add(Map.entry(name, value()));
    }
    reader.endObject();
    return new Json.Fields(fields);
  }

  private Json array() throws IOException {
    List<Json> elements = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      elements.add(value());
    }
    reader.endArray();
    return new Json.Elements(elements);
  }
}
