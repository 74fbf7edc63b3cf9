package io.quipu.engine.writer;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.writer.WriterRegistry.Group;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The group with every member that joined up to its generation, but for those that were forgotten.
 *
 * <p>One answer may lack a member, also that of a serial read: each replica answers at a moment of
 * its own, one before a member joined, another after the next, while it has yet to hear of the one
 * between. So the group is read until two answers in a row have the same generation. When the first
 * of them is there, a quorum has all joins up to that generation: each earlier one, because it had
 * it before the next was decided; the last, because a read repairs what it has read before it
 * answers. So the second answer, of a read that began afterwards, has all of them.
 */
final class WholeGroup {
  private static final int MOST_READS = 6;

  private WholeGroup() {}

  /**
   * Reads the group.
   *
   * @return empty if it was not founded; fails with {@link StoreUnavailable} also when it changed
   *     with each read
   */
  static CompletionStage<Optional<Group>> read(WriterRegistry registry) {
    return registry.group().thenCompose(first -> after(first, registry, MOST_READS - 1));
  }

  private static CompletionStage<Optional<Group>> after(
      Optional<Group> before, WriterRegistry registry, int left) {
    if (before.isEmpty()) {
      return CompletableFuture.completedStage(before);
    }
    if (left == 0) {
      return CompletableFuture.failedStage(
          new StoreUnavailable("members join faster than the group can be read", null));
    }
    return registry
        .group()
        .thenCompose(
            now ->
                now.isPresent() && now.get().generation() == before.get().generation()
                    ? CompletableFuture.completedStage(now)
                    : after(now, registry, left - 1));
  }
}
