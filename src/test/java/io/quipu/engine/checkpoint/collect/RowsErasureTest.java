package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.Noon;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RowsErasureTest {
  private static final int PART = 1;
  private static final long HOUR = EventPartition.HOUR_SECONDS;

  private final ScriptedEventDirectory directory = new ScriptedEventDirectory();
  private final List<EventPartition> named = new ArrayList<>();
  private final List<EventPartition> deleted = new ArrayList<>();
  private final EventTime noon = Noon.second(0);
  private final RowsErasure erasure =
      new RowsErasure(directory, PART, new Created(Namespace.of("votes", "event"), noon));

  /** The partition of which the deletion fails. */
  private EventPartition down;

  private void name(long second) {
    EventPartition next =
        new EventPartition(RetentionClass.USUAL, noon.epochSecond() + second, PART);
    directory.nameNow(next);
    named.add(next);
  }

  private CompletionStage<Void> delete(EventPartition partition) {
    if (partition.equals(down)) {
      return CompletableFuture.failedStage(new StoreUnavailable("scripted", null));
    }
    deleted.add(partition);
    return CompletableFuture.completedStage(null);
  }

  @Test
  void goesOnNearThePartitionThatFailed_andLeavesNoneOut() {
    for (int i = 0; i < 100; i++) {
      name(i * EventPartition.BUCKET_SECONDS);
    }
    down = named.get(60);
    assertThat(Done.failure(erasure.proceed(this::delete))).isInstanceOf(StoreUnavailable.class);
    assertThat(deleted).containsAll(named.subList(0, 60));
    deleted.clear();
    down = null;
    Done.value(erasure.proceed(this::delete));
    assertThat(deleted).containsAll(named.subList(60, 100)).hasSizeLessThan(50);
    deleted.clear();
    Done.value(erasure.proceed(this::delete));
    assertThat(deleted).as("when all are deleted").isEmpty();
  }

  @Test
  void deletesFromEachHour_alsoOfAWriterThatWasAhead_andAfterAFailureInALaterHour() {
    for (int i = 0; i < 20; i++) {
      name(i * HOUR);
    }
    name(1_000 * HOUR);
    down = named.get(15);
    assertThat(Done.failure(erasure.proceed(this::delete))).isNotNull();
    down = null;
    Done.value(erasure.proceed(this::delete));
    assertThat(deleted).containsAll(named);
  }
}
