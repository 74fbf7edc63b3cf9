package io.quipu.edge.kafka.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.kafka.progress.PartitionProgress.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartitionProgressTest {
  private final PartitionProgress progress = new PartitionProgress();

  @Test
  void nothingIsCommitted_beforeAnythingIsDone() {
    assertThat(progress.committable()).isEmpty();
    progress.begin(7);
    assertThat(progress.committable()).isEmpty();
    assertThat(progress.waiting()).isEqualTo(1);
    assertThat(progress.held()).isEqualTo(1);
  }

  @Test
  void whatIsBehindAnUndoneRecordIsHeld() {
    Pending first = progress.begin(7);
    Pending second = progress.begin(8);
    progress.done(second);
    assertThat(progress.committable()).isEmpty();
    assertThat(progress.waiting()).isEqualTo(1);
    assertThat(progress.held()).isEqualTo(2);

    progress.done(first);
    assertThat(progress.committable()).hasValue(9);
    assertThat(progress.waiting()).isZero();
    assertThat(progress.held()).isZero();
  }

  @Test
  void aRecordIsDoneOnce() {
    Pending first = progress.begin(1);
    progress.begin(2);
    progress.done(first);
    progress.done(first);
    assertThat(progress.waiting()).isEqualTo(1);
    assertThat(progress.committable()).hasValue(2);
  }

  @Test
  void whatIsCommittedIsNotCommittedAgain() {
    progress.done(progress.begin(1));
    progress.committed(2);
    assertThat(progress.committable()).isEmpty();
    progress.done(progress.begin(2));
    assertThat(progress.committable()).hasValue(3);
    progress.committed(3);
    progress.committed(2);
    assertThat(progress.committable()).isEmpty();
  }

  @Test
  void whereItIsAndWhatIsOpenIsKnown_whateverIsCommitted() {
    assertThat(progress.position()).isEmpty();
    assertThat(progress.last()).isEqualTo(-1);
    Pending first = progress.begin(7);
    progress.done(progress.begin(8));
    progress.begin(9);
    assertThat(progress.position()).hasValue(7);
    assertThat(progress.open()).containsExactly(7L, 9L);
    assertThat(progress.last()).isEqualTo(9);
    progress.done(first);
    progress.committed(9);
    assertThat(progress.position()).hasValue(9);
    assertThat(progress.open()).containsExactly(9L);
  }

  @Test
  void offsetsMayBeMissing_butNotGoBack() {
    progress.done(progress.begin(5));
    assertThatThrownBy(() -> progress.begin(5)).isInstanceOf(IllegalArgumentException.class);
    Pending later = progress.begin(20);
    assertThat(progress.committable()).hasValue(6);
    progress.done(later);
    assertThat(progress.committable()).hasValue(21);
  }

  /** Against the definition: the offsets of all that began, and of those that are done. */
  @Property
  void nothingUndoneIsEverBehindWhatMayBeCommitted_andNothingDoneIsHeldForNoReason(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 5) Integer> steps, @ForAll long seed) {
    PartitionProgress some = new PartitionProgress();
    Random random = new Random(seed);
    List<Pending> undone = new ArrayList<>();
    TreeSet<Long> waiting = new TreeSet<>();
    long offset = -1;
    long committed = 0;
    for (int step : steps) {
      if (step <= 2) {
        offset += 1 + step;
        undone.add(some.begin(offset));
        waiting.add(offset);
      } else if (step <= 4 && !undone.isEmpty()) {
        Pending one = undone.remove(random.nextInt(undone.size()));
        waiting.remove(one.offset());
        some.done(one);
      } else if (some.committable().isPresent()) {
        committed = some.committable().getAsLong();
        some.committed(committed);
      }
      assertThat(some.waiting()).isEqualTo(waiting.size());
      long may = some.committable().orElse(committed);
      assertThat(waiting).allMatch(open -> open >= may);
      if (waiting.isEmpty()) {
        assertThat(may).isEqualTo(offset + 1);
        assertThat(some.held()).isZero();
      }
    }
  }
}
