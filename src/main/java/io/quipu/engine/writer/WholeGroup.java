package io.quipu.engine.writer;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.writer.WriterRegistry.Group;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The group with every member that joined up to its generation, except forgotten members.
 *
 * <p>A single read, even a serial read, may lack a member, because replicas answer at different
 * times. One replica may answer before member 1 joined; another replica may have member 2, but not
 * yet member 1. So the group is read until two answers in a row have the same generation. After the
 * first of the two, a quorum has all joins up to that generation. A quorum had each earlier join
 * before the next join was decided. A quorum has the last join, because a read repairs replicas
 * before it answers. So the second read, which begins afterwards, sees all joins.
 */
final class WholeGroup {
  private static final int MOST_READS = 6;

  private WholeGroup() {}

  /**
   * Reads the group.
   *
   * @return empty if the group was not founded; the stage fails with {@link StoreUnavailable} if a
   *     read fails, or if the generation changed with each of six reads
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
