package io.quipu.client;

/** The client for TypeScript does what {@code clients/behaviours.md} says. */
class TypeScriptBehavioursIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return ProcessUnderTest.of(TypeScriptClient.built().underTest());
  }
}
