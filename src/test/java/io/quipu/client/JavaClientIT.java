package io.quipu.client;

import io.quipu.testing.dev.Thorough;
import java.util.List;

/** The Java client does what {@code clients/behaviours.md} says. */
@Thorough
class JavaClientIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return JavaUnderTest::new;
  }

  @Override
  List<String> whenNobodyIsThere() {
    return List.of("refused");
  }
}
