package io.quipu.client;

import io.quipu.testing.dev.OtherPrograms;
import org.junit.jupiter.api.condition.EnabledIf;

/** The Python client for {@code asyncio} does what {@code clients/behaviours.md} says. */
@OtherPrograms
@EnabledIf(
    value = "io.quipu.client.PythonClient#canBeRun",
    disabledReason = "python3 3.9 or later is missing")
class PythonAsyncioBehavioursIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return ProcessUnderTest.of(PythonClient.underTest("asyncio"));
  }

  @Override
  Followed followed() {
    return Followed.STREAMS;
  }
}
