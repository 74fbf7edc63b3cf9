package io.quipu.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.store.MemberStore;
import io.quipu.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Placeholder until the real one is merged. */
public final class CassandraMemberStore implements MemberStore {
  /** Placeholder. */
  public CassandraMemberStore(CassandraSession session, Executor context) {}

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> ids, Consumer<Member> sink) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> members) {
    throw new UnsupportedOperationException();
  }
}
