package io.quipu.engine.checkpoint.recount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdPartsTest {
  private static final int PARTS = 4;
  private static final int IDS = 16_384;

  @Test
  void idsOfOneHashAreSpread() {
    Random random = new Random(1);
    Set<Integer> hashes = new HashSet<>();
    for (int secret = 0; secret < 20; secret++) {
      IdParts parts = new IdParts(random.nextLong(), random.nextLong());
      int[] size = new int[PARTS];
      for (int i = 0; i < IDS; i++) {
        String id = ofOneHash(i);
        hashes.add(id.hashCode());
        size[parts.partOf(id, PARTS)]++;
      }
      for (int some : size) {
        assertThat(some).isBetween(IDS / 5, IDS * 3 / 10);
      }
    }
    assertThat(hashes).hasSize(1);
  }

  @Test
  void whichGoTogetherCannotBeTold() {
    IdParts one = new IdParts();
    IdParts other = new IdParts();
    int moved = 0;
    for (int i = 0; i < 1_000; i++) {
      assertThat(one.partOf("id-" + i, PARTS)).isEqualTo(one.partOf("id-" + i, PARTS));
      moved += one.partOf("id-" + i, PARTS) != other.partOf("id-" + i, PARTS) ? 1 : 0;
    }
    assertThat(moved).isGreaterThan(500);
  }

  /** Aa and BB have the same hash, and so has whatever is made of as many of them. */
  private static String ofOneHash(int i) {
    StringBuilder id = new StringBuilder();
    for (int bit = 0; bit < 14; bit++) {
      id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return id.toString();
  }
}
