package io.quipu.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterPathTest {
  @Property
  void isWhatItsSegmentsJoinTo(@ForAll("segments") List<String> segments) {
    CounterPath path = CounterPath.of("/" + String.join("/", segments));
    assertThat(path.segments()).isEqualTo(segments);
  }

  @Provide
  Arbitrary<List<String>> segments() {
    return Arbitraries.strings()
        .withChars("a%2F.:")
        .ofMaxLength(3)
        .list()
        .ofMinSize(1)
        .ofMaxSize(7);
  }

  @Test
  void decodesNamesOnlyAfterItHasCutThePath() {
    CounterPath path = CounterPath.of("/v1/counters/votes/a%2Fb%2F..%2Fc/events");
    assertThat(path.length()).isEqualTo(5);
    assertThat(path.counter(2, 3)).isEqualTo(new CounterName("votes", "a/b/../c"));
  }

  @ParameterizedTest
  @CsvSource({"//c, namespace", "/votes/, counter", "/Votes/c, namespace", "/votes/%, counter"})
  void namesThePartThatIsWrong(String raw, String field) {
    assertThatThrownBy(() -> CounterPath.of(raw).counter(0, 1))
        .isInstanceOfSatisfying(InvalidInput.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/counters/{namespace}/{counter}, /v1/counters/votes/live, true",
    "/v1/counters/{namespace}/{counter}, /v1/counters/votes/, true",
    "/v1/counters/{namespace}/{counter}, /v1/counters/votes, false",
    "/v1/counters/{namespace}/{counter}/live, /v1/counters/votes/c/live, true",
    "/v1/counters/{namespace}/{counter}/live, /v1/counters/votes/c/%6Cive, false",
    "/v1/counters/{namespace}/{counter}/live, /v1/counters/votes/c/live/, false",
    "/assets/**, /assets/a, true",
    "/assets/**, /assets/a/b.js, true",
    "/assets/**, /assets, false",
    "/, /, true",
    "/, //, false",
  })
  void matchesTemplatesByRawSegments(String template, String path, boolean matches) {
    assertThat(path.matches(Template.of(template).regex())).isEqualTo(matches);
  }
}
