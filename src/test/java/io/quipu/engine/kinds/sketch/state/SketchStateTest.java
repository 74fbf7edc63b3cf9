package io.quipu.engine.kinds.sketch.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.input.JsonText;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SketchStateTest {
  private static final List<BigDecimal> RANKS = List.of(BigDecimal.ZERO, BigDecimal.ONE);

  @ParameterizedTest
  @EnumSource
  void isTheSameAfterItWasStored_andGoesOnFromThere(SketchType type) {
    SketchState state = type.empty();
    for (int i = 0; i < 100; i++) {
      state = SketchState.of(type, state.blob(type));
      state.add(number(Integer.toString(i % 10)));
    }
    assertThat(state.events()).isEqualTo(100);
    assertThat(json(state)).isEqualTo(json(SketchState.of(type, state.blob(type))));
    SketchState atOnce = type.empty();
    for (int i = 0; i < 100; i++) {
      atOnce.add(number(Integer.toString(i % 10)));
    }
    assertThat(json(state)).isEqualTo(json(atOnce));
  }

  @ParameterizedTest
  @EnumSource
  void mergedInAnyOrder_itIsThatOfAllValues(SketchType type) {
    SketchState all = type.empty();
    List<ByteBuffer> parts = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      SketchState own = type.empty();
      for (int i = 0; i < part; i++) {
        SketchValue value = number(part + "." + i);
        own.add(value);
        all.add(value);
      }
      parts.add(own.blob(type));
    }
    String expected = json(all);
    Random random = new Random(1);
    for (int run = 0; run < 10; run++) {
      java.util.Collections.shuffle(parts, random);
      assertThat(json(SketchState.of(type, SketchState.merged(parts)))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStateOfAnotherType_orWhatIsNone_isNeverTakenForIt(SketchType type) {
    for (SketchType other : SketchType.values()) {
      if (other != type) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> SketchState.of(type, other.empty().blob(other)));
      }
    }
    for (byte[] broken : List.of(new byte[0], new byte[] {1}, new byte[] {1, 99, 0})) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SketchState.of(type, ByteBuffer.wrap(broken)));
    }
  }

  @Test
  void aSumIsExact_howeverLargeOrSmallItsValuesAre() {
    SketchState sum = SketchType.SUM.empty();
    BigDecimal expected = BigDecimal.ZERO;
    for (int i = 0; i < 10_000; i++) {
      for (String value : List.of("1000000000000000", "0.000000001", "-0.3", "0.1", "1e3")) {
        sum.add(number(value));
        expected = expected.add(new BigDecimal(value));
      }
    }
    assertThat(json(sum)).contains("\"estimate\":" + expected.stripTrailingZeros().toPlainString());
  }

  @ParameterizedTest
  @EnumSource
  void takesWhateverNumberAProgramWrites_andKeepsItExactly(SketchType type) {
    List<String> literals =
        List.of("0.30000000000000004", "-1.7976931348623157E308", "4.9E-324", "9007199254740993");
    SketchState state = type.empty();
    BigDecimal sum = BigDecimal.ZERO;
    for (String literal : literals) {
      state = SketchState.of(type, state.blob(type));
      state.add(number(literal));
      sum = sum.add(new BigDecimal(literal));
    }
    assertThat(state.blob(type).remaining()).isLessThan(600);
    String json = json(SketchState.of(type, state.blob(type)), new SketchOptions(RANKS, 10));
    String least = new BigDecimal(literals.get(1)).toPlainString();
    switch (type) {
      case SUM -> assertThat(json).contains("\"estimate\":" + sum.toPlainString() + ",");
      case MIN -> assertThat(json).contains("\"estimate\":" + least + ",");
      case MAX -> assertThat(json).contains("\"estimate\":9007199254740993,");
      case DISTINCT -> assertThat(json).contains("\"estimate\":4,");
      case TOP -> assertThat(json).contains("0.30000000000000004", least, "9007199254740993");
      case QUANTILES -> assertThat(json).contains("\"value\":" + least + ",", "9007199254740992");
    }
  }

  @Test
  void withoutValues_aSumAndACountAreZero_andTheOthersAreNull() {
    String zero = "\"estimate\":0,\"lower\":0,\"upper\":0";
    assertThat(json(SketchType.SUM.empty())).contains(zero);
    assertThat(json(SketchType.DISTINCT.empty())).contains(zero);
    String none = "\"estimate\":null,\"lower\":null,\"upper\":null";
    assertThat(json(SketchType.MIN.empty())).contains(none);
    assertThat(json(SketchType.MAX.empty())).contains(none);
    assertThat(json(SketchType.TOP.empty())).isEqualTo("{\"items\":[]}");
    assertThat(json(SketchType.QUANTILES.empty()))
        .startsWith("{\"quantiles\":[{\"rank\":0.5,\"value\":null,\"lower\":null,\"upper\":null}");
  }

  @Test
  void extremesAreExact() {
    SketchState min = SketchType.MIN.empty();
    SketchState max = SketchType.MAX.empty();
    for (String value : List.of("3.5", "-0.000000001", "1e15", "0")) {
      min.add(number(value));
      max.add(number(value));
    }
    assertThat(json(min)).contains("\"estimate\":-0.000000001,\"lower\":-0.000000001");
    assertThat(json(max)).contains("\"estimate\":1000000000000000,");
  }

  @Test
  void distinctIsWithinItsBounds_alsoWhenMerged() {
    for (int count : List.of(1, 10, 1_000, 50_000)) {
      SketchState one = SketchType.DISTINCT.empty();
      SketchState other = SketchType.DISTINCT.empty();
      for (int i = 0; i < count; i++) {
        SketchValue value = SketchValue.ofText("user-" + i);
        (i % 3 == 0 ? one : other).add(value);
        (i % 2 == 0 ? one : other).add(value);
      }
      one.merge(other);
      Estimate found = (Estimate) one.result(SketchOptions.USUAL);
      BigDecimal truth = BigDecimal.valueOf(count);
      assertThat(found.lower()).isLessThanOrEqualTo(truth);
      assertThat(found.upper()).isGreaterThanOrEqualTo(truth);
      assertThat(found.estimate().doubleValue()).isBetween(count * 0.96, count * 1.04);
    }
  }

  @Test
  void numbersAndTextsAreDifferent_andEqualNumbersAreNot() {
    SketchState distinct = SketchType.DISTINCT.empty();
    for (String one : List.of("1", "1.0", "10e-1", "0.1e1")) {
      distinct.add(number(one));
    }
    distinct.add(SketchValue.ofText("1"));
    assertThat(json(distinct)).contains("\"estimate\":2,");
  }

  @Test
  void whatIsFrequentIsAmongTheTop_withinBoundsThatHold() {
    SketchState top = SketchType.TOP.empty();
    Random random = new Random(1);
    long[] truth = new long[50];
    for (int i = 0; i < 200_000; i++) {
      if (random.nextInt(4) == 0) {
        int often = random.nextInt(50) * random.nextInt(50) / 50;
        truth[often]++;
        top.add(SketchValue.ofText("often-" + often));
      } else {
        top.add(SketchValue.ofText("once-" + i));
      }
    }
    List<TopItems.Item> items = ((TopItems) top.result(new SketchOptions(List.of(), 100))).items();
    for (int often = 0; often < 50; often++) {
      String item = "\"often-" + often;
      long count = truth[often];
      var found = items.stream().filter(one -> one.item().equals(item)).findFirst();
      if (count > 0.007 * 200_000) {
        assertThat(found).as(item).isPresent();
      }
      found.ifPresent(
          one -> {
            assertThat(one.lower()).isLessThanOrEqualTo(count);
            assertThat(one.upper()).isGreaterThanOrEqualTo(count);
            assertThat(one.upper() - one.lower()).isLessThanOrEqualTo((long) (0.007 * 200_000));
          });
    }
    assertThat(items).isSortedAccordingTo((a, b) -> Long.compare(b.estimate(), a.estimate()));
  }

  @Test
  void topItemsAreTextsAndNumbers_asManyAsAreWanted() {
    SketchState top = SketchType.TOP.empty();
    List.of("7", "7.0", "8").forEach(one -> top.add(number(one)));
    top.add(SketchValue.ofText("a \"b\""));
    assertThat(json(top, new SketchOptions(List.of(), 2)))
        .isEqualTo(
            "{\"items\":[{\"item\":7,\"estimate\":2,\"lower\":2,\"upper\":2},"
                + "{\"item\":\"a \\\"b\\\"\",\"estimate\":1,\"lower\":1,\"upper\":1}]}");
  }

  @Test
  void quantilesAreWithinTheirBounds() {
    SketchState quantiles = SketchType.QUANTILES.empty();
    int count = 100_000;
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(i);
    }
    java.util.Collections.shuffle(values, new Random(1));
    values.forEach(value -> quantiles.add(number(value + ".5")));
    for (Quantiles.Quantile one : ((Quantiles) quantiles.result(SketchOptions.USUAL)).quantiles()) {
      double rank = one.rank().doubleValue();
      assertThat(one.values().get(0)).isBetween((rank - 0.014) * count, (rank + 0.014) * count);
      assertThat(one.values().get(1)).isLessThanOrEqualTo(one.values().get(0));
      assertThat(one.values().get(2)).isGreaterThanOrEqualTo(one.values().get(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesBoundedRoom_howeverManyValuesThereAre(SketchType type) {
    SketchState state = type.empty();
    for (int i = 0; i < 100_000; i++) {
      state.add(type.takesText() ? SketchValue.ofText("x".repeat(250) + i) : number("" + i));
    }
    assertThat(state.blob(type).remaining()).isLessThan(110_000);
  }

  private static SketchValue number(String literal) {
    return SketchValue.ofNumber(literal);
  }

  private static String json(SketchState state) {
    return json(state, SketchOptions.USUAL);
  }

  private static String json(SketchState state, SketchOptions options) {
    JsonText json = new JsonText().beginObject();
    state.result(options).write(json);
    return json.endObject().toString();
  }
}
