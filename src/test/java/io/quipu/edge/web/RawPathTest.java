package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawPathTest {
  @Property
  void isWhatItsSegmentsJoinTo(@ForAll("segments") List<String> segments) {
    RawPath path = RawPath.of("/" + String.join("/", segments));
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
    assertThat(path.matches(PathTemplate.of(template).regex())).isEqualTo(matches);
  }
}
