package io.quipu.testing.e2e;

import io.quipu.engine.time.Clock;
import io.quipu.testing.dev.Thorough;

/** {@link CollectionScenario} in the two minutes that it takes. */
@Thorough
@EndToEnd
class SlowCollectionIT extends CollectionScenario {
  @Override
  Clock clock() {
    return Clock.system();
  }

  @Override
  void passTime() {}
}
