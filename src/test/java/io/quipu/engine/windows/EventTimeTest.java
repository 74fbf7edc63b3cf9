package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EventTimeTest {
  private static final long LAST = (1L << 60) - 1;

  /** Cassandra's order within a tick: the low half byte by byte, as signed bytes. */
  private static int compareLow(UUID a, UUID b) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      byte left = (byte) (a.getLeastSignificantBits() >>> shift);
      byte right = (byte) (b.getLeastSignificantBits() >>> shift);
      if (left != right) {
        return Byte.compare(left, right);
      }
    }
    return 0;
  }

  @Property
  void aTimeuuidHoldsTimestampSequenceAndNode(
      @ForAll @LongRange(min = 0, max = LAST) long ticks, @ForAll int sequence, @ForAll long node) {
    UUID at = new EventTime(ticks).timeuuid(sequence, node);
    assertThat(at.version()).isEqualTo(1);
    assertThat(at.variant()).isEqualTo(2);
    assertThat(at.timestamp()).isEqualTo(ticks);
    assertThat(at.clockSequence()).isEqualTo(sequence & 0x3fff);
    assertThat(at.node()).isEqualTo(node & 0xffff_ffff_ffffL);
    assertThat(EventTime.of(at)).isEqualTo(new EventTime(ticks));
  }

  @Property
  void theBoundaryLiesBeforeEveryTimeuuidOfItsTick_inCassandrasOrder(
      @ForAll @LongRange(min = 0, max = LAST) long ticks, @ForAll int sequence, @ForAll long node) {
    EventTime time = new EventTime(ticks);
    assertThat(time.boundary().timestamp()).isEqualTo(ticks);
    assertThat(compareLow(time.boundary(), time.timeuuid(sequence, node))).isLessThanOrEqualTo(0);
  }

  @Property
  void instantsComeBackAsTheyWere(@ForAll @LongRange(min = 0, max = LAST - 20_000_000) long ticks) {
    EventTime time = new EventTime(ticks);
    assertThat(EventTime.of(time.instant())).isEqualTo(time);
    assertThat(time.epochSecond()).isEqualTo(time.instant().getEpochSecond());
  }

  @Test
  void knowsTheUnixEpoch() {
    assertThat(EventTime.of(Instant.EPOCH).ticks()).isEqualTo(122_192_928_000_000_000L);
    assertThat(EventTime.MIN.instant()).isEqualTo(Instant.parse("1582-10-15T00:00:00Z"));
  }

  @Test
  void roundsUpToTheFirstTickNotBeforeAnInstant() {
    EventTime epoch = EventTime.of(Instant.EPOCH);
    assertThat(EventTime.of(Instant.ofEpochSecond(0, 1))).isEqualTo(epoch.plusTicks(1));
    assertThat(EventTime.of(Instant.ofEpochSecond(0, 100))).isEqualTo(epoch.plusTicks(1));
    assertThat(EventTime.of(Instant.ofEpochSecond(0, 101))).isEqualTo(epoch.plusTicks(2));
    assertThat(EventTime.of(Instant.ofEpochSecond(-1, 999_999_999))).isEqualTo(epoch);
  }

  @Test
  void clampsInstantsToWhatATimeuuidCanHold() {
    assertThat(EventTime.of(Instant.MIN)).isEqualTo(EventTime.MIN);
    assertThat(EventTime.of(Instant.MAX)).isEqualTo(EventTime.MAX);
    assertThat(EventTime.of(EventTime.MIN.instant().minusNanos(1))).isEqualTo(EventTime.MIN);
    assertThat(EventTime.MAX.plusTicks(1)).isEqualTo(EventTime.MAX);
  }

  @Test
  void refusesTicksOutOfRange() {
    assertThatIllegalArgumentException().isThrownBy(() -> new EventTime(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EventTime(LAST + 1));
  }
}
