package io.quipu.client;

import org.junit.jupiter.api.Nested;

/** The table of {@code clients/behaviours.md}, with changes and lists, for a client that is a program of its own. */
abstract class ProgramBehaviours extends AllBehaviours {
  @Nested
  class Changing extends ChangingBehaviours {
    @Override
    TestedService service() {
      return ProgramBehaviours.this.service();
    }
  }

  @Nested
  class Windows extends WindowBehaviours {
    @Override
    TestedService service() {
      return ProgramBehaviours.this.service();
    }
  }
}
