package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.input.Utf8OrderTest;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NameRangeTest {
  @Property
  void holdsTheNamesThatBeginWithThePrefix_andNoOthers(
      @ForAll("names") String prefix, @ForAll("names") String name) {
    assertThat(NameRange.of(prefix).contains(name)).isEqualTo(name.startsWith(prefix));
    assertThat(NameRange.of(prefix).contains(prefix + name)).isTrue();
  }

  @Property
  void goesOnAfterAName(
      @ForAll("names") String prefix, @ForAll("names") String after, @ForAll("names") String name) {
    boolean later = after.isEmpty() || Utf8Order.INSTANCE.compare(name, after) > 0;
    NameRange range = NameRange.of(prefix).after(after);
    assertThat(range.contains(name)).isEqualTo(name.startsWith(prefix) && later);
    assertThat(range.isEmpty() && range.contains(name)).isFalse();
  }

  @Test
  void holdsEveryName_thatThereCanBe() {
    String last = Character.toString(Character.MAX_CODE_POINT).repeat(128);
    assertThat(NameRange.ALL.contains(new CounterName("votes", last).name())).isTrue();
    assertThat(NameRange.of(last).contains(last)).isTrue();
    assertThat(NameRange.ALL.contains("\0")).isTrue();
  }

  @Test
  void refusesWhatNoNameCanBeginWith() {
    assertThat(NameRange.of("n".repeat(512)).isEmpty()).isFalse();
    for (String prefix : new String[] {"n".repeat(513), "\u20ac".repeat(171), "a\ud800"}) {
      assertThatThrownBy(() -> NameRange.of(prefix))
          .isInstanceOfSatisfying(
              InvalidInput.class, finding -> assertThat(finding.field()).isEqualTo("prefix"));
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Utf8OrderTest.names();
  }
}
