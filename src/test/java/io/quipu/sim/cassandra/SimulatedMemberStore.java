package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.MemberStore;
import io.quipu.store.WriteOutcome;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Settled ids over the simulated replicas, a partition for each id; none ever expires. */
public final class SimulatedMemberStore implements MemberStore {
  private final Driver driver;

  public SimulatedMemberStore(Driver driver) {
    this.driver = driver;
  }

  /** The members of one id. */
  record Id(CounterName counter, String id) {}

  /** One of them: an id has several rows in an epoch where its window passed in between. */
  record Row(long epoch, TimeuuidKey at) implements Comparable<Row> {
    @Override
    public int compareTo(Row other) {
      int byEpoch = Long.compare(epoch, other.epoch);
      return byEpoch != 0 ? byEpoch : at.compareTo(other.at);
    }
  }

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> ids, Consumer<Member> sink) {
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (String id : new LinkedHashSet<>(ids)) {
      all =
          all.thenCombine(
              driver.read(new Slice(new Id(counter, id), null, null, Integer.MAX_VALUE)),
              (before, rows) -> {
                rows.values().forEach(row -> sink.accept((Member) row));
                return null;
              });
    }
    return all;
  }

  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> members) {
    long timestamp = driver.machine().clock().wallMicros();
    CompletionStage<WriteOutcome> all = null;
    for (Member member : members) {
      Row row = new Row(member.epoch(), new TimeuuidKey(member.at()));
      CompletionStage<WriteOutcome> one =
          driver.write(Mutation.row(new Id(counter, member.id()), row, member, timestamp));
      all = all == null ? one : all.thenCombine(one, WriteOutcome::and);
    }
    return all == null ? CompletableFuture.completedStage(WriteOutcome.WRITTEN) : all;
  }
}
