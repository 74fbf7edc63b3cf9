package io.quipu.testing.fuzz;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some of the requests of {@link ManyPartlyAuthorisedIT}. */
@EndToEnd
class PartlyAuthorisedIT {
  @Test
  void answersNobodyWhatTheyMayNotKnow_andRecordsNothingOfIt(
      TestCassandra cassandra, @TempDir Path folder) throws Exception {
    ManyPartlyAuthorisedIT.run(cassandra, folder, 5_000);
  }
}
