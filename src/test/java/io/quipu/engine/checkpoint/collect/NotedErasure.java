package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.WindowPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Notes what is deleted; every page has states until they are deleted. */
final class NotedErasure implements Erasure {
  final List<String> noted = new ArrayList<>();
  private Predicate<String> down = what -> false;

  /** Whether it is unknown from now on what becomes of a deletion. */
  void isDown(boolean all) {
    isDown(what -> all);
  }

  /** The deletions of which it is unknown from now on what becomes of them. */
  void isDown(Predicate<String> some) {
    down = some;
  }

  private CompletionStage<WriteOutcome> noted(String what, Extent extent) {
    boolean fails = down.test(what);
    if (!fails) {
      noted.add(what + name(extent));
    }
    return CompletableFuture.completedStage(fails ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN);
  }

  private static String name(Extent extent) {
    return " of " + extent.stored() + (extent.names() == null ? "" : " " + extent.names());
  }

  @Override
  public CompletionStage<Boolean> hasStates(int page, Extent extent) {
    return CompletableFuture.completedStage(!noted.contains("states " + page + name(extent)));
  }

  @Override
  public CompletionStage<WriteOutcome> states(int page, Extent extent) {
    return noted("states " + page, extent);
  }

  @Override
  public CompletionStage<WriteOutcome> notes(int page, Extent extent) {
    return noted("notes " + page, extent);
  }

  @Override
  public CompletionStage<WriteOutcome> windows(WindowPartition partition, Extent extent) {
    return noted("windows", extent);
  }

  @Override
  public CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, Extent extent) {
    return noted("rows", extent);
  }

  @Override
  public CompletionStage<WriteOutcome> names(Extent extent) {
    return noted("names", extent);
  }
}
