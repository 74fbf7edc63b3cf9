package io.quipu.client;

import org.junit.jupiter.api.Nested;

/** The table of {@code clients/behaviours.md}, also its part of TypeScript and Python alone. */
abstract class ProgramBehaviours extends AllBehaviours {
  @Nested
  class Following extends FollowingBehaviours {
    @Override
    TestedService service() {
      return ProgramBehaviours.this.service();
    }
  }
}
