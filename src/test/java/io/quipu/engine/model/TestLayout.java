package io.quipu.engine.model;

import java.time.Duration;

/** Layouts for tests that are about something else. */
public final class TestLayout {
  /** Four pages in two parts. */
  public static final Layout SMALL = new Layout(4, 2, 42, Duration.ofMinutes(1));

  private TestLayout() {}
}
