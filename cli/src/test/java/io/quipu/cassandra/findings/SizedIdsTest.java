package io.quipu.cassandra.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cli.sizing.Costs;
import org.junit.jupiter.api.Test;

class SizedIdsTest {
  @Test
  void theDoctorReckonsWithTheBytesOfAnIdThatSizingHas() {
    assertThat(PartitionRules.ID_BYTES).isEqualTo(Costs.ID);
  }
}
