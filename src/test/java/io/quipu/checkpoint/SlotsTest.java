package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.store.DirtyCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SlotsTest {
  private final Random random = new Random(7);

  private List<UUID> members(int count) {
    List<UUID> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new UUID(random.nextLong(), random.nextLong()));
    }
    return members;
  }

  @Test
  void everySlotBelongsToExactlyOneMember() {
    List<UUID> members = members(5);
    List<Integer> all = new ArrayList<>();
    members.forEach(member -> all.addAll(Slots.of(member, members)));
    assertThat(all).hasSize(DirtyCounters.SLOTS).doesNotHaveDuplicates();
  }

  @Test
  void aMemberThatGoes_movesOnlyItsOwnSlots() {
    List<UUID> before = members(5);
    List<UUID> after = before.subList(0, 4);
    for (UUID member : after) {
      assertThat(Slots.of(member, after)).containsAll(Slots.of(member, before));
    }
  }

  @Test
  void theOrderOfTheMembersDoesNotMatter() {
    List<UUID> members = members(4);
    List<UUID> reversed = new ArrayList<>(members);
    Collections.reverse(reversed);
    assertThat(Slots.of(members.get(0), members)).isEqualTo(Slots.of(members.get(0), reversed));
  }

  @Test
  void spreadsTheWork() {
    List<UUID> members = members(4);
    for (UUID member : members) {
      assertThat(Slots.of(member, members)).hasSizeBetween(6, 28);
    }
  }

  @Test
  void aStrangerHasNone_andTheOnlyMemberHasAll() {
    List<UUID> members = members(1);
    assertThat(Slots.of(new UUID(0, 0), members)).isEmpty();
    Set<Integer> all = new HashSet<>(Slots.of(members.get(0), members));
    assertThat(all).hasSize(DirtyCounters.SLOTS);
  }
}
