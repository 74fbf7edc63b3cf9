package io.quipu.engine.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

public class Utf8OrderTest {
  @Property
  void isTheOrderOfTheBytes(@ForAll("names") String a, @ForAll("names") String b) {
    int bytes =
        Arrays.compareUnsigned(
            a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    assertThat(Integer.signum(Utf8Order.INSTANCE.compare(a, b))).isEqualTo(Integer.signum(bytes));
  }

  /** Few different code points, so that names share prefixes and differ where it matters. */
  @Provide
  public static Arbitrary<String> names() {
    return Arbitraries.of(
            0x00, 0x61, 0x62, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f389,
            0x10ffff)
        .list()
        .ofMaxSize(4)
        .map(
            points -> {
              StringBuilder name = new StringBuilder();
              points.forEach(name::appendCodePoint);
              return name.toString();
            });
  }
}
