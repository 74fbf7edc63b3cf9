package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CheckpointStore.WindowSlice;
import io.quipu.store.contract.CheckpointStoreContract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraCheckpointStoreIT extends CheckpointStoreContract {
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session = TestSessions.open(context, cassandra);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected CheckpointStore checkpoints() {
    return context.owned(
        CheckpointStore.class, new CassandraCheckpointStore(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void tenThousandWindowsAreReadInOneGo() {
    Checkpoint previous = Checkpoint.NONE;
    for (int from = 0; from < 10_001; from += 1_000) {
      Map<Window, Tally> some = new HashMap<>();
      for (int i = from; i < Math.min(from + 1_000, 10_001); i++) {
        some.put(minute(i), Tally.of(i, 1));
      }
      Checkpoint next = checkpoint(from + 1, 1, from + 1);
      assertThat(advance(previous, next, some)).isEqualTo(CasOutcome.APPLIED);
      previous = next;
    }

    WindowSlice slice = windowSlice(Granularity.MINUTE, minute(0), minute(10_000));

    assertThat(slice.checkpoint()).isEqualTo(previous);
    assertThat(slice.windows()).hasSize(10_001).containsEntry(minute(9_999), Tally.of(9_999, 1));
    List<Window> all = new ArrayList<>(slice.windows().keySet());
    assertThat(await(store.windows(counter, all))).isEqualTo(slice.windows());
  }

  @Test
  void aWindowSliceIsNeverTornBetweenTwoCheckpoints() {
    CompletableFuture<Integer> advancing = advanceAll(1, 60);
    int read = 0;
    while (!advancing.isDone()) {
      WindowSlice slice = windowSlice(Granularity.MINUTE, minute(0), minute(1));
      Tally sum = slice.windows().values().stream().reduce(Tally.ZERO, Tally::plus);
      if (!slice.windows().isEmpty()) {
        assertThat(sum).isEqualTo(slice.checkpoint().total());
        read++;
      }
    }
    assertThat(advancing.join()).isEqualTo(60);
    assertThat(read).isPositive();
  }

  /** Step i settles one more event in each of two windows. */
  private CompletableFuture<Integer> advanceAll(int step, int last) {
    Checkpoint expected =
        step == 1 ? Checkpoint.NONE : checkpoint(2L * step - 2, 2L * step - 2, step - 1);
    return store
        .advance(
            counter,
            expected,
            checkpoint(2L * step, 2L * step, step),
            Map.of(minute(0), Tally.of(step, step), minute(1), Tally.of(step, step)))
        .thenCompose(
            outcome -> {
              assertThat(outcome).isEqualTo(CasOutcome.APPLIED);
              return step == last
                  ? CompletableFuture.completedFuture(step)
                  : advanceAll(step + 1, last);
            })
        .toCompletableFuture();
  }
}
