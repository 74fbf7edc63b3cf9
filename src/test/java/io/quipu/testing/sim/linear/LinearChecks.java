package io.quipu.testing.sim.linear;

/** A part of a world that looks at windows, while events come and in the end. */
interface LinearChecks {
  void begin();

  /** Nothing more is looked at until {@link #end}. */
  void close();

  /** Looks at all windows. */
  void end();

  /** Tells whether there was an answer to each question of {@link #end}. */
  boolean isDone();
}
