package io.quipu.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CounterPathTest {
  @Test
  void partsAreLevels() {
    assertThat(CounterPath.of(List.of("https://example.org/a%20b")))
        .isEqualTo("https://example.org/a%20b");
    assertThat(CounterPath.of(List.of("a/b", "100%", "c/d%"))).isEqualTo("a%2Fb/100%25/c/d%");
    assertThat(CounterPath.of(List.of("", ""))).isEqualTo("/");
  }

  @Property
  void partsCanBeHadFromTheName(
      @ForAll @Size(min = 1, max = 4) List<@CharRange(from = '%', to = '5') String> parts) {
    assertThat(parts(CounterPath.of(parts), parts.size())).isEqualTo(parts);
  }

  private static List<String> parts(String name, int number) {
    List<String> parts = new ArrayList<>();
    for (String part : name.split("/", number)) {
      boolean last = parts.size() == number - 1;
      parts.add(last ? part : part.replace("%2F", "/").replace("%25", "%"));
    }
    return parts;
  }
}
