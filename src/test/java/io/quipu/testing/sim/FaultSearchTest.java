package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seeded faults are found anew, each within so many seeds, and the table of them is written. */
@Thorough
@ExtendWith(DefectLog.class)
class FaultSearchTest {
  @Test
  void everyFaultIsCaught() throws IOException {
    FaultTable table = new FaultTable();
    Set<Fault> missed = EnumSet.noneOf(Fault.class);
    for (Fault fault : Fault.caught().toList()) {
      List<Report> caught = new Seeds(fault.stress(), fault.protocol()).failures(1, fault.seeds());
      if (caught.isEmpty()) {
        missed.add(fault);
      } else {
        table.add(fault, caught.get(0));
      }
    }
    System.out.println(table);
    Files.writeString(Path.of("target", "protocol-faults.md"), table.toString());
    assertThat(missed).isEmpty();
    assertThat(FaultTable.published())
        .as("a change of the simulation changes the seeds: take over target/protocol-faults.md")
        .contains(table.toString());
  }
}
