package io.quipu.edge.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.web.RawPath;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterPathTest {
  @Test
  void decodesNamesOnlyAfterItHasCutThePath() {
    RawPath path = RawPath.of("/v1/counters/votes/a%2Fb%2F..%2Fc/events");
    assertThat(path.segments()).hasSize(5);
    assertThat(CounterPath.counter(path.segment(2), path.segment(3)))
        .isEqualTo(new CounterName("votes", "a/b/../c"));
  }

  @ParameterizedTest
  @CsvSource({"//c, namespace", "/votes/, counter", "/Votes/c, namespace", "/votes/%, counter"})
  void namesThePartThatIsWrong(String raw, String field) {
    RawPath path = RawPath.of(raw);
    assertThatThrownBy(() -> CounterPath.counter(path.segment(0), path.segment(1)))
        .isInstanceOfSatisfying(InvalidInput.class, e -> assertThat(e.field()).isEqualTo(field));
  }
}
