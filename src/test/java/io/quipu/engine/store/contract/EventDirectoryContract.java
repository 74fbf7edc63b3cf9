package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventDirectory.Listing;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was named is found until it is forgotten, and then never again. */
public abstract class EventDirectoryContract extends StoreContract {
  private static final long HOUR = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final long BUCKET = HOUR + 10 * EventPartition.BUCKET_SECONDS;
  private static final long EVER = 0;

  private int part;
  private EventDirectory store;

  /** The store to be tested. */
  protected abstract EventDirectory directory();

  @BeforeEach
  void freshPart() {
    part = UnusedParts.next();
    store = directory();
  }

  @Test
  void nothingIsFoundOfWhatWasNeverNamed() {
    assertThat(hours(EVER)).isEmpty();
    assertThat(partitions(HOUR, EVER)).isEmpty();
  }

  @Test
  void partitionsAreFoundInTheirHour_ofAllRetentions_inOrder() {
    List<EventPartition> all = new ArrayList<>();
    for (long bucket :
        List.of(HOUR, BUCKET, BUCKET + EventPartition.BUCKET_SECONDS, HOUR + 3_600 - 5)) {
      for (int retention : List.of(0, RetentionClass.USUAL, RetentionClass.FOREVER)) {
        all.add(new EventPartition(retention, bucket, part));
      }
    }
    List<EventPartition> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(42));
    shuffled.forEach(this::name);
    name(new EventPartition(1, HOUR - 5, part));
    name(new EventPartition(1, HOUR + 3_600, part));
    name(new EventPartition(1, BUCKET, part + UnusedParts.PARTS));

    assertThat(partitions(HOUR, EVER)).isEqualTo(all);
    assertThat(partitions(HOUR + 3_600, EVER))
        .containsExactly(new EventPartition(1, HOUR + 3_600, part));
    assertThat(hours(EVER)).as("hours are named by themselves").isEmpty();
  }

  @Test
  void partitionsBeforeTheGivenBucketAreLeftOut() {
    EventPartition before = partition(BUCKET - EventPartition.BUCKET_SECONDS);
    EventPartition from = partition(BUCKET);
    EventPartition after = from.next();
    List.of(after, from, before).forEach(this::name);

    assertThat(partitions(HOUR, HOUR)).containsExactly(before, from, after);
    assertThat(partitions(HOUR, BUCKET)).containsExactly(from, after);
    assertThat(partitions(HOUR, after.bucket())).containsExactly(after);
    assertThat(partitions(HOUR, BUCKET + 3_600)).isEmpty();
  }

  @Test
  void hoursAreFoundInTheirPart_fromAGivenOneOn_inOrder() {
    Hour before = hour(HOUR - 3_600);
    Hour first = new Hour(part, HOUR, 0);
    Hour second = new Hour(part, HOUR, RetentionClass.FOREVER);
    Hour yearsLater = hour(HOUR + 10L * 366 * 86_400);
    List.of(yearsLater, second, before, first, first).forEach(this::name);
    name(new Hour(part + UnusedParts.PARTS, HOUR, 0));

    assertThat(hours(EVER)).containsExactly(before, first, second, yearsLater);
    assertThat(hours(HOUR)).containsExactly(first, second, yearsLater);
    assertThat(hours(first.last().bucket())).containsExactly(first, second, yearsLater);
    assertThat(hours(HOUR + 3_600)).containsExactly(yearsLater);
    assertThat(hours(yearsLater.start() + 3_600)).isEmpty();
    assertThat(partitions(HOUR, EVER)).isEmpty();
  }

  @Test
  void oneLookListsHours_andThePartitionsOfSomeOfThem() {
    List<EventPartition> all = new ArrayList<>();
    for (long hour = HOUR; hour < HOUR + 4 * 3_600; hour += 3_600) {
      all.add(partition(hour));
      all.add(partition(hour + 3_600 - EventPartition.BUCKET_SECONDS));
    }
    all.forEach(this::name);
    name(hour(HOUR));
    name(hour(HOUR + 3_600));
    name(new Hour(part, HOUR + 2 * 3_600, RetentionClass.FOREVER));

    Listing found =
        await(store.look(part, List.of(HOUR + 2 * 3_600, HOUR + 3_600), HOUR + 3_600 + 5));
    assertThat(found.hours())
        .containsExactly(
            hour(HOUR + 3_600), new Hour(part, HOUR + 2 * 3_600, RetentionClass.FOREVER));
    assertThat(found.partitions()).containsExactlyElementsOf(all.subList(3, 6));
    assertThat(found.findable()).as("its hour is named").containsExactly(all.get(3));
    assertThat(await(store.look(part, List.of(), EVER)).partitions()).isEmpty();
  }

  @Test
  void aForgottenPartitionNeverComesBack_andNoOtherGoesWithIt() {
    EventPartition gone = partition(BUCKET);
    EventPartition next = gone.next();
    EventPartition otherRetention = new EventPartition(RetentionClass.FOREVER, BUCKET, part);
    EventPartition otherPart =
        new EventPartition(RetentionClass.USUAL, BUCKET, part + UnusedParts.PARTS);
    List.of(gone, next, otherRetention, otherPart).forEach(this::name);

    for (int i = 0; i < 2; i++) {
      isWritten(store.forget(gone));
      assertThat(partitions(HOUR, EVER)).containsExactly(otherRetention, next);
      name(gone);
    }
    assertThat(partitions(HOUR, EVER)).containsExactly(otherRetention, next);
    assertThat(await(store.look(otherPart.part(), List.of(HOUR), EVER)).partitions())
        .containsExactly(otherPart);
  }

  @Test
  void aForgottenHourNeverComesBack_andNoOtherGoesWithIt() {
    Hour gone = hour(HOUR);
    Hour next = hour(HOUR + 3_600);
    Hour otherRetention = new Hour(part, HOUR, RetentionClass.FOREVER);
    List.of(gone, next, otherRetention).forEach(this::name);
    name(partition(BUCKET));

    for (int i = 0; i < 2; i++) {
      isWritten(store.forget(gone));
      assertThat(hours(EVER)).containsExactly(otherRetention, next);
      name(gone);
    }
    assertThat(hours(EVER)).containsExactly(otherRetention, next);
    assertThat(partitions(HOUR, EVER)).containsExactly(partition(BUCKET));
  }

  /** The name may still be on its way when another has done the work. */
  @Test
  void whatIsForgottenNeedNotHaveCome() {
    isWritten(store.forget(partition(BUCKET)));
    isWritten(store.forget(hour(HOUR)));

    name(partition(BUCKET));
    name(hour(HOUR));

    assertThat(partitions(HOUR, EVER)).isEmpty();
    assertThat(hours(EVER)).isEmpty();
  }

  @Test
  void everyBucketOfAnHourCanBeNamed() {
    List<EventPartition> all = new ArrayList<>();
    for (EventPartition next = partition(HOUR); next.hour() == HOUR; next = next.next()) {
      all.add(next);
    }
    all.forEach(this::name);

    assertThat(partitions(HOUR, EVER)).hasSize(720).isEqualTo(all);
  }

  private EventPartition partition(long bucket) {
    return new EventPartition(RetentionClass.USUAL, bucket, part);
  }

  private Hour hour(long start) {
    return new Hour(part, start, RetentionClass.USUAL);
  }

  private void name(EventPartition partition) {
    isWritten(store.name(partition));
  }

  private void name(Hour hour) {
    isWritten(store.name(hour));
  }

  private List<EventPartition> partitions(long hour, long from) {
    return List.copyOf(await(store.look(part, List.of(hour), from)).partitions());
  }

  private List<Hour> hours(long from) {
    return List.copyOf(await(store.look(part, List.of(), from)).hours());
  }
}
