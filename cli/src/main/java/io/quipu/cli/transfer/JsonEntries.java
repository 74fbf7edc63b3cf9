package io.quipu.cli.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The entries of lines that are JSON objects, taken literally. Blank lines are passed over. */
final class JsonEntries {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Lines lines;
  private final FileSettings settings;

  JsonEntries(Lines lines, FileSettings settings) {
    this.lines = lines;
    this.settings = settings;
  }

  /**
   * Reads the next entry. Returns empty at the end of the file.
   *
   * @throws BadLine if the next line is none
   */
  Optional<Entry> next() {
    for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
      if (line.number() >= settings.fromLine() && !line.text().isBlank()) {
        return Optional.of(entry(line));
      }
    }
    return Optional.empty();
  }

  private Entry entry(Lines.Line line) {
    try (JsonParser json = FACTORY.createParser(line.text())) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new BadLine(
            line.number(),
            "it must be a JSON object such as {\"counter\": \"a\", \"count\": 5}, and is "
                + shown(json));
      }
      EntryFields fields = new EntryFields(line.number(), Field::label, settings);
      boolean haveLabels = false;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals(Field.LABELS)) {
          if (haveLabels) {
            throw EntryFields.twice(line.number(), name);
          }
          haveLabels = true;
          labels(line.number(), json, fields);
          continue;
        }
        Field field = Field.of(name).orElseThrow(() -> unknown(line.number(), name));
        if (field.isInteger() ? !value.isNumeric() : value != JsonToken.VALUE_STRING) {
          throw fields.bad(field, shown(json));
        }
        fields.put(field, json.getText());
      }
      if (json.nextToken() != null) {
        throw new BadLine(
            line.number(),
            "text follows the object, at character " + json.currentTokenLocation().getColumnNr());
      }
      return fields.entry();
    } catch (JsonProcessingException e) {
      throw new BadLine(
          line.number(),
          "malformed JSON at character "
              + e.getLocation().getColumnNr()
              + "; a line must be one whole object");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void labels(long line, JsonParser json, EntryFields fields) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new BadLine(
          line,
          "labels is " + shown(json) + "; it must be an object such as {\"country\": \"CH\"}");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        throw new BadLine(
            line, Field.LABEL + name + " is " + shown(json) + "; it must be a JSON string");
      }
      fields.putLabel(name, json.getText());
    }
  }

  private static BadLine unknown(long line, String name) {
    return new BadLine(
        line,
        "unknown field "
            + BadLine.shown(name)
            + "; the fields are "
            + String.join(", ", Field.names())
            + ", "
            + Field.LABELS
            + FileSettings.hint(name));
  }

  /** The present value in words. */
  private static String shown(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return "an object";
    }
    if (token == JsonToken.START_ARRAY) {
      return "an array";
    }
    String text = BadLine.shown(String.valueOf(json.getText()));
    return token == JsonToken.VALUE_STRING ? "the text " + text : text;
  }
}
