package io.quipu.e2e;

import io.quipu.dev.Thorough;
import io.quipu.time.Clock;

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
