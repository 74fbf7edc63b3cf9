package io.quipu.edge.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.input.InvalidInput;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProblemTest {
  private static final Problem ZERO =
      Problem.invalid(ProblemType.INVALID_EVENT, new InvalidInput("delta", "delta must not be 0"));

  @Test
  void saysWhatIsWrongAndWhere() {
    assertThat(ZERO.json("r-1").toString())
        .isEqualTo(
            "{\"type\":\"/problems/invalid-event\",\"title\":\"The event is not valid\","
                + "\"status\":400,\"detail\":\"delta must not be 0\",\"instance\":\"r-1\","
                + "\"field\":\"delta\"}");
    assertThat(ZERO.inElement("events", 17).json("r-1").toString())
        .endsWith(
            "\"detail\":\"events[17]: delta must not be 0\",\"instance\":\"r-1\","
                + "\"field\":\"events[17].delta\",\"index\":17}");
    assertThat(ZERO.inLine("events", 16, 18).json("r-1").toString())
        .endsWith(
            "\"detail\":\"line 18: delta must not be 0\",\"instance\":\"r-1\","
                + "\"field\":\"events[16].delta\",\"index\":16,\"line\":18}");
  }

  @Test
  void tellsTypesApart() {
    assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::uri)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::title)).doesNotHaveDuplicates();
    assertThat(ProblemType.values())
        .allSatisfy(type -> assertThat(type.uri()).matches("/problems/[a-z-]+"));
  }
}
