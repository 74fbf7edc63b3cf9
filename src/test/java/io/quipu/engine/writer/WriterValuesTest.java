package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values that must not exist cannot be made. */
class WriterValuesTest {
  private static final UUID SELF = new UUID(1, 1);

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime now = time.wall();
  private final EventTime before = now.plusTicks(-1);

  @Test
  void noHorizonIsBeforeTheOrigin() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriterView(SELF, before, now, now, List.of(), EndedWriters.NONE))
        .withMessageContaining("before origin");
    assertThatIllegalArgumentException().isThrownBy(() -> new Group(0, before, now, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Group(-1, now, now, List.of()));
  }

  @Test
  void heartbeatsGrowFromZero() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriterRow(SELF, -1, State.LIVE, now, now, Duration.ofSeconds(5)));
  }

  @Test
  void numbersFitIntoTheNodeOfATimeuuid() {
    long most = (1L << 40) - 1;
    assertThat(incarnation(time, most).node()).isEqualTo((1L << 41) - 1);
    assertThat(incarnation(time, 1).node()).isEqualTo((1L << 40) + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> incarnation(time, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> incarnation(time, most + 1));
  }

  @Test
  void rowsAreDecidedOnce() {
    Watermark.Minted minted = new Watermark(incarnation(time, 1), 0).mint(1);
    minted.decide();
    assertThatIllegalStateException().isThrownBy(minted::decide);
  }
}
