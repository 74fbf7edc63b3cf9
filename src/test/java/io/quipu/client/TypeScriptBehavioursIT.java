package io.quipu.client;

import io.quipu.testing.dev.Thorough;
import org.junit.jupiter.api.condition.EnabledIf;

/** The TypeScript client does what {@code clients/behaviours.md} says. */
@Thorough
@EnabledIf(
    value = "io.quipu.client.TypeScriptClient#canBeBuilt",
    disabledReason = "node and npm, or the registry of npm, are missing")
class TypeScriptBehavioursIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return ProcessUnderTest.of(TypeScriptClient.built().underTest());
  }
}
