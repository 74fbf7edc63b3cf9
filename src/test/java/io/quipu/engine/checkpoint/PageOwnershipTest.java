package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PageOwnershipTest {
  private static final int PAGES = 256;

  private static List<UUID> members(int count) {
    List<UUID> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new UUID(7, i));
    }
    return members;
  }

  @Test
  void everyPageHasOneOwner() {
    List<UUID> members = members(5);
    Set<Integer> all = new HashSet<>();
    int owned = 0;
    for (UUID member : members) {
      Set<Integer> own = PageOwnership.of(PAGES, member, members);
      all.addAll(own);
      owned += own.size();
      assertThat(own).hasSizeBetween(PAGES / 5 / 2, PAGES / 5 * 2);
    }
    assertThat(all).hasSize(PAGES);
    assertThat(owned).isEqualTo(PAGES);
  }

  @Test
  void whoComes_takesOnlyItsShare() {
    List<UUID> before = members(4);
    List<UUID> after = members(5);
    for (UUID member : before) {
      assertThat(PageOwnership.of(PAGES, member, before))
          .containsAll(PageOwnership.of(PAGES, member, after));
    }
  }

  @Test
  void whoIsNoMember_ownsNothing() {
    assertThat(PageOwnership.of(PAGES, new UUID(1, 1), members(3))).isEmpty();
    assertThat(PageOwnership.of(PAGES, new UUID(1, 1), List.of())).isEmpty();
  }
}
