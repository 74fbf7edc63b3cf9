package io.quipu.engine.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.RetentionClass;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AppendTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final List<Event> ONE = List.of(Event.ONE);

  @Test
  void hasEventsAndAShard() {
    assertThat(new Append(A, 1, ONE).events()).hasSize(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new Append(A, 1, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Append(A, 0, ONE));
    for (int none : new int[] {-1, RetentionClass.FOREVER + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Append(A, 1, none, 0, false, ONE));
    }
  }

  @Test
  void isDecidedInEachOfItsWritesOnce() {
    PendingAppend pending = new PendingAppend(new Append(A, 1, ONE), 0, 1, bytes -> {});
    pending.take(false);
    pending.joinedWrite();
    UUID row = new UUID(0x1000, 0);
    pending.decided(WriteOutcome.WRITTEN, row);
    assertThatIllegalStateException()
        .isThrownBy(() -> pending.decided(WriteOutcome.WRITTEN, row))
        .withMessageContaining("one write more");
  }

  @Test
  void boundsLetSomethingThrough() {
    Duration patience = Duration.ofSeconds(1);
    assertThat(new CommitBounds(1, 1, 1, 1, 1, patience).undecidedWrites()).isEqualTo(1);
    for (int i = 0; i < 5; i++) {
      int[] bounds = {1, 1, 1, 1, 1};
      bounds[i] = 0;
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new CommitBounds(
                      bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], patience));
    }
  }
}
