package io.quipu.engine.checkpoint.collect;

import org.jspecify.annotations.Nullable;

/**
 * The sources of the data that a process deletes.
 *
 * @param ending where windows are looked for that are not kept any more
 * @param erased where deleted data are looked for; null for nowhere
 */
public record DeletionSources(WindowCollection.Source ending, @Nullable ErasureSource erased) {
  /** Sources without anything to delete. */
  public static final DeletionSources NONE =
      new DeletionSources(WindowCollection.Source.NONE, null);
}
