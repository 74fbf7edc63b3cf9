package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void readsWhatThereIs() {
    JsonObject read =
        JsonReader.object(
            " {\"a\": [1, -2.5e3, true, false, null, {}], \"b\" : \"\\u00e9\\n\\\"\\/\","
                + " \"c\":123456789012345678901234567890} ");
    assertThat(read.members().get("a"))
        .isEqualTo(
            Arrays.asList(
                BigInteger.ONE,
                new BigDecimal("-2.5e3"),
                true,
                false,
                null,
                JsonReader.object("{}")));
    assertThat(read.text("b")).isEqualTo("é\n\"/");
    assertThat(read.integer("c")).isEqualTo(new BigInteger("123456789012345678901234567890"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}x",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\":\"",
        "{\"a\":\"\\u12\"}",
        "{\"a\":tru}",
        "{\"a\":1-2}",
        "{\"a\":+1}",
        "{\"a\":01}",
        "{\"a\":.5}",
        "{\"a\":\"\n\"}",
      })
  void refusesWhatIsNoObject(String text) {
    assertThatThrownBy(() -> JsonReader.object(text)).isInstanceOf(QuipuException.class);
  }

  @Test
  void refusesWhatIsTooDeep() {
    String deep = "{\"a\":" + "[".repeat(100_000);
    assertThatThrownBy(() -> JsonReader.object(deep)).isInstanceOf(QuipuException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "\"\\\u0000\n", "é 😀", "\ud83d", "\ude00\ud83d", "a/b"})
  void writesTextsThatAreReadAsTheyWere(String text) {
    String quoted = JsonText.quote(new StringBuilder(), text).toString();
    assertThat(JsonReader.object("{\"a\":" + quoted + "}").text("a")).isEqualTo(text);
  }

  @Test
  void anObjectIsWrittenAsItIsRead() {
    String text = "{\"a\":[1,-2.50,true,null,{}],\"b\":{\"c\":\"\\n\\u0001\\\"\"},\"d\":1E+400}";
    assertThat(JsonObject.parse(text)).hasToString(text);
    assertThat(new JsonObject().put("b", Map.of("c", 1)).put("a", null).put("b", List.of()))
        .hasToString("{\"b\":[],\"a\":null}");
  }

  @Test
  void writesHalfAPairAsItIs() {
    assertThat(JsonText.quote(new StringBuilder(), "\ud83dx")).hasToString("\"\\ud83dx\"");
  }

  @Test
  void saysWhatIsMissing() {
    JsonObject object = JsonReader.object("{\"a\":1,\"t\":\"yesterday\"}");
    assertThatThrownBy(() -> object.text("a")).hasMessageContaining("has no a");
    assertThatThrownBy(() -> object.time("t")).hasMessageContaining("has no t");
    assertThatThrownBy(() -> object.objects("none")).hasMessageContaining("has no none");
  }
}
