package io.quipu.testing.sim.fault;

import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The fault of a look at the group that believes the first answer: the second is the same. One of
 * the replicas is asked early, and the other late, which has the last join and has yet to get those
 * between.
 */
public final class FirstAnswerBelieved {
  private static final long MOST = 2 * SeededRandom.SECOND;

  private final WriterRegistry real;
  private final Machine machine;
  private Optional<Group> first = Optional.empty();
  private long answered;

  public FirstAnswerBelieved(WriterRegistry real, Machine machine) {
    this.real = real;
    this.machine = machine;
  }

  public CompletionStage<Optional<Group>> group() {
    if (first.isPresent() && answered == machine.world().now()) {
      return CompletableFuture.completedStage(first);
    }
    return real.group()
        .thenCompose(
            early ->
                early.isEmpty()
                    ? CompletableFuture.completedStage(early)
                    : Slowness.of(machine, MOST)
                        .thenCompose(later -> real.group())
                        .thenApply(late -> late.map(now -> torn(early.get(), now))))
        .thenApply(this::remembered);
  }

  private Optional<Group> remembered(Optional<Group> group) {
    first = group;
    answered = machine.world().now();
    return group;
  }

  private static Group torn(Group early, Group late) {
    List<GroupMember> members = new ArrayList<>(early.members());
    late.members().stream()
        .filter(member -> member.number() == late.generation() && !members.contains(member))
        .forEach(members::add);
    return late.withMembers(List.copyOf(members));
  }
}
