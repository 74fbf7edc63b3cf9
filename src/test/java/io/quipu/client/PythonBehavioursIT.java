package io.quipu.client;

import io.quipu.testing.dev.OtherPrograms;
import org.junit.jupiter.api.condition.EnabledIf;

/** The Python client that blocks does what {@code clients/behaviours.md} says. */
@OtherPrograms
@EnabledIf(
    value = "io.quipu.client.PythonClient#canBeRun",
    disabledReason = "python3 3.9 or later is missing")
class PythonBehavioursIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return ProcessUnderTest.of(PythonClient.underTest("plain"));
  }

  @Override
  Followed followed() {
    return Followed.STREAMS;
  }
}
