package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.fault.Fault;
import io.quipu.testing.sim.linear.LinearFault;
import io.quipu.testing.sim.linear.LinearSimulation;
import io.quipu.testing.sim.sketch.PurgedSketchFault;
import io.quipu.testing.sim.sketch.PurgedSketchSimulation;
import io.quipu.testing.sim.sketch.SketchFault;
import io.quipu.testing.sim.sketch.SketchSimulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of {@link FaultTable}; the tests of each fault hold its seed and violation. */
class FaultTableTest {
  @Test
  void eachPlantedFaultHasOneLine_andThereIsNoOther() {
    List<String> keys = new ArrayList<>();
    Fault.caught().map(FaultTable::key).forEach(keys::add);
    for (LinearFault fault : LinearFault.values()) {
      keys.add(key(LinearSimulation.seeds(fault.stress()), fault.title()));
    }
    for (SketchFault fault : SketchFault.values()) {
      keys.add(key(SketchSimulation.SEEDS, fault.title()));
    }
    for (PurgedSketchFault fault : PurgedSketchFault.values()) {
      keys.add(key(PurgedSketchSimulation.SEEDS, fault.title()));
    }
    assertThat(FaultTable.published().stream().map(line -> line.replaceAll(" \\| \\d+ \\| .*", "")))
        .containsExactlyElementsOf(keys);
  }

  private static String key(KindSeeds seeds, String title) {
    return FaultTable.key(seeds.kind(), title);
  }
}
