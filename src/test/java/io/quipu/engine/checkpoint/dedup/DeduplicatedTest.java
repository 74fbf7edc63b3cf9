package io.quipu.engine.checkpoint.dedup;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeduplicatedTest {
  @Test
  void conflictsAreAmongTheDuplicates() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Deduplicated(List.of(), 1, 2))
        .withMessage("2 conflicts of 1 duplicates");
    assertThatIllegalArgumentException().isThrownBy(() -> new Deduplicated(List.of(), 1, -1));
  }
}
