package io.quipu.engine.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Property
  void writesStringsThatReadBackTheSame(@ForAll @StringLength(max = 40) String text) {
    String json = new JsonText().beginObject().field(text, text).endObject().toString();
    assertThat(new JsonObject(json).getString(text)).isEqualTo(text);
    assertThat(json).doesNotContain("\n", "\0", "\u001f");
  }

  @Property
  void writesIntegersExactly(@ForAll BigInteger value, @ForAll long small) {
    String json =
        new JsonText()
            .beginArray()
            .value(value)
            .value(small)
            .value(BigInteger.valueOf(small))
            .endArray()
            .toString();
    assertThat(json).isEqualTo("[" + value + "," + small + "," + small + "]");
  }

  @Test
  void putsTheCommasWhereTheyBelong() {
    JsonText json = new JsonText().beginObject();
    json.name("a").beginArray().endArray();
    json.name("b").beginArray().beginObject().endObject().beginObject().field("c", 1).endObject();
    json.value(true).nullValue().value("x").endArray().field("d", false).endObject();
    assertThat(json.toString())
        .isEqualTo("{\"a\":[],\"b\":[{},{\"c\":1},true,null,\"x\"],\"d\":false}");
  }

  @Test
  void writesIntegersAroundTheRangeOfLong() {
    BigInteger above = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);
    BigInteger below = BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE);
    assertThat(new JsonText().beginArray().value(above).value(below).endArray().toString())
        .isEqualTo("[9223372036854775808,-9223372036854775809]");
  }
}
