package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.NamedPartitions.Found;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedPartitionsTest {
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final int PART = 1;

  private final ScriptedEventDirectory directory = new ScriptedEventDirectory();
  private final NamedPartitions partitions = new NamedPartitions(directory, PART);

  private static EventTime hour(int hour) {
    return NOON.plusTicks(hour * EventPartition.HOUR_SECONDS * EventTime.TICKS_PER_SECOND);
  }

  private EventPartition name(int hour) {
    EventPartition named =
        new EventPartition(RetentionClass.USUAL, hour(hour).epochSecond() + 5, PART);
    directory.nameNow(named);
    return named;
  }

  private List<EventPartition> nameHours(int hours) {
    List<EventPartition> named = new ArrayList<>();
    for (int hour = 0; hour < hours; hour++) {
      named.add(name(hour));
    }
    return named;
  }

  private long looks() {
    return directory.script.calls(Call.LOOK);
  }

  @Test
  void getsOnAFewHoursAtATime_andFindsEachPartitionOnce() {
    List<EventPartition> named = nameHours(20);
    name(50);
    List<EventPartition> found = new ArrayList<>();
    int steps = 0;
    for (EventTime from = NOON; from.isBefore(hour(40)); steps++) {
      Found next = Done.value(partitions.next(from, hour(40)));
      assertThat(next.partitions()).hasSizeBetween(1, 4);
      found.addAll(next.partitions());
      from = next.until();
    }
    assertThat(found).isEqualTo(named);
    assertThat(steps).isEqualTo(5);
    assertThat(looks()).as("after the first step the next hours are known").isEqualTo(5 + 1);
  }

  @Test
  void endsAtTheBound_whenAllIsFoundUpToThere() {
    EventPartition first = name(0);
    name(2);
    Found found = Done.value(partitions.next(NOON, hour(2)));
    assertThat(found.partitions()).containsExactly(first);
    assertThat(found.until()).isEqualTo(hour(2));
    assertThat(Done.value(partitions.next(NOON, NOON)).partitions()).isEmpty();
  }

  @Test
  void findsAll_howeverManyHoursThereAre_beforeThoseThatItKnowsToo() {
    List<EventPartition> named = nameHours(30).subList(10, 30);
    assertThat(Done.value(partitions.all(hour(20))))
        .containsExactlyElementsOf(named.subList(10, 20));
    assertThat(Done.value(partitions.all(hour(10)))).containsExactlyElementsOf(named);
  }

  @Test
  void findsWhatLiesInTheLastBucketOfAnHour() {
    EventPartition last = EventDirectory.Hour.of(name(0)).last();
    directory.nameNow(last);
    for (int i = 0; i < 2; i++) {
      assertThat(Done.value(partitions.all(last.end().plusTicks(-1)))).containsExactly(last);
      assertThat(Done.value(partitions.all(last.end()))).isEmpty();
    }
  }

  /** What is guessed is looked up at another moment than the hours: both have to be named. */
  @Test
  void believesNoPartition_ofWhichTheHourIsGone() {
    EventPartition gone = name(0);
    assertThat(Done.value(partitions.all(NOON))).containsExactly(gone);
    Done.value(directory.forget(EventDirectory.Hour.of(gone)));
    assertThat(Done.value(partitions.all(NOON))).isEmpty();
  }
}
