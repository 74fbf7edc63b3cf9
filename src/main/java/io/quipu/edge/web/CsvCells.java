package io.quipu.edge.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON answer for a table: a string as its text, every other cell as the answer writes it.
 * A codec would read a decimal as a double, and round it.
 *
 * @param opened the names of the objects and arrays that are no cells
 */
record CsvCells(Buffer answer, Set<String> opened, JsonParser parser) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** A number or a boolean, as the answer writes it. */
  record Literal(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** Reads an answer, which is an object. */
  static JsonObject read(Buffer answer, Set<String> opened) {
    try (JsonParser parser = FACTORY.createParser(answer.getBytes())) {
      parser.nextToken();
      return new CsvCells(answer, opened, parser).object();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonObject object() throws IOException {
    JsonObject object = new JsonObject();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(opened.contains(name)));
    }
    return object;
  }

  private JsonArray array() throws IOException {
    JsonArray array = new JsonArray();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(true));
    }
    return array;
  }

  private @Nullable Object value(boolean open) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> parser.getText();
      case START_OBJECT -> open ? object() : skipped();
      case START_ARRAY -> open ? array() : skipped();
      default -> new Literal(parser.getText());
    };
  }

  /** Reads a list or an object as a text: the items of a sketch are whatever somebody recorded. */
  private String skipped() throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    return answer.getString(from, (int) parser.currentLocation().getByteOffset());
  }
}
