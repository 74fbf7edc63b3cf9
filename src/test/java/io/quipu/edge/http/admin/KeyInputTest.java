package io.quipu.edge.http.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyInputTest {
  private static KeyDraft read(JsonObject body) {
    return KeyInput.draft(EventTime.MIN, "first", body.toBuffer());
  }

  private static JsonObject key() {
    return new JsonObject().put("scopes", new JsonArray().add("record:votes"));
  }

  /** An empty value must not be one that is left out: the key would open more than was meant. */
  @ParameterizedTest
  @ValueSource(strings = {"name", "scopes", "prefix", "delta", "origins", "rate", "expires"})
  void refusesAnEmptyValue_namingTheField(String field) {
    for (Object empty :
        List.of("", " ", new JsonArray(), new JsonArray().add(""), new JsonObject(), 0)) {
      if (field.equals("prefix") && empty.equals(" ")) {
        continue; // a prefix as any other
      }
      assertThatThrownBy(() -> read(key().put(field, empty)))
          .as(field + " " + empty)
          .isInstanceOfSatisfying(
              InvalidInput.class, wrong -> assertThat(wrong.field()).startsWith(field));
    }
    assertThatThrownBy(() -> read(key().putNull(field))).isInstanceOf(InvalidInput.class);
  }

  @Test
  void opensWhatItSays() {
    assertThat(read(key()).grant().prefix()).isEmpty();
    assertThat(read(key().put("prefix", "page/")).grant().prefix()).isEqualTo("page/");
    assertThat(
            read(key().put("origins", new JsonArray().add("https://a.example"))).grant().origins())
        .containsExactly("https://a.example");
    assertThatThrownBy(() -> KeyInput.draft(EventTime.MIN, "first", Buffer.buffer("{}")))
        .hasMessageContaining("scopes must hold at least one");
  }
}
