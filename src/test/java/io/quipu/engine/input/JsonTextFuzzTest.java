package io.quipu.engine.input;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.Json;
import io.quipu.testing.fuzz.ReferenceJson;
import io.vertx.core.buffer.Buffer;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON that is written reads as the same values, by two parsers. */
class JsonTextFuzzTest {
  private static final int DEEPEST = 64;

  /** The rest of the input, whose bytes say which values are written. */
  private ByteBuffer choices = ByteBuffer.allocate(0);

  private JsonText text = new JsonText();

  @FuzzTest
  void writtenValues(byte[] bytes) throws JsonProcessingException {
    choices = ByteBuffer.wrap(bytes);
    text = new JsonText();
    Json written = write(0);

    String sent = Finding.utf8(Buffer.buffer(text.toString()).getBytes()).orElseThrow();
    Optional<Json> read = ReferenceJson.parse(sent).map(ReferenceJson.Parsed::value);
    Finding.unlessEqual(read, Optional.of(written), "what is read is what was written");
    new ObjectMapper().readTree(sent);
  }

  private Json write(int depth) {
    return switch (choice() % (depth < DEEPEST ? 8 : 6)) {
      case 0, 1 -> string();
      case 2 -> number(BigInteger.valueOf(choice() - 128L), false);
      case 3 -> number(new BigInteger(bytes(8)), false);
      case 4 -> number(new BigInteger(bytes(choice() % 20 + 1)), true);
      case 5 -> word();
      case 6 -> fields(depth);
      default -> elements(depth);
    };
  }

  private Json string() {
    String value = characters();
    text.value(value);
    return new Json.Text(inUtf8(value));
  }

  private Json number(BigInteger value, boolean isLarge) {
    if (isLarge) {
      text.value(value);
    } else {
      text.value(value.longValueExact());
    }
    return new Json.Numeral(value.toString());
  }

  private Json word() {
    int choice = choice() % 3;
    if (choice == 2) {
      text.nullValue();
      return new Json.Word("null");
    }
    text.value(choice == 1);
    return new Json.Word(String.valueOf(choice == 1));
  }

  private Json fields(int depth) {
    List<Map.Entry<String, Json>> fields = new ArrayList<>();
    text.beginObject();
    for (int i = choice() % 5; i > 0; i--) {
      String name = characters();
      text.name(name);
      fields.add(Map.entry(inUtf8(name), write(depth + 1)));
    }
    text.endObject();
    return new Json.Fields(fields);
  }

  private Json elements(int depth) {
    List<Json> elements = new ArrayList<>();
    text.beginArray();
    for (int i = choice() % 5; i > 0; i--) {
      elements.add(write(depth + 1));
    }
    text.endArray();
    return new Json.Elements(elements);
  }

  /** A surrogate without its other half has no form in UTF-8, and is sent as a question mark. */
  private static String inUtf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private String characters() {
    int length = choice() % 12;
    StringBuilder characters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int high = choice();
      characters.append((char) (high < 128 ? high : high << 8 | choice()));
    }
    return characters.toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) choice();
    }
    return bytes;
  }

  /** From 0 to 255, and 0 from the end of the input on. */
  private int choice() {
    return choices.hasRemaining() ? choices.get() & 0xff : 0;
  }
}
