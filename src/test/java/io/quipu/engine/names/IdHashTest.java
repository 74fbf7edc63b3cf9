package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys of ids. */
class IdHashTest {
  private static final IdHash HASH = new IdHash(42);

  /** Never changes: it is stored. */
  @Test
  void aKeyIsWhatItWasEver() {
    IdKey key = HASH.of(new CounterName("votes", "a")).key("order-1");
    assertThat(key)
        .isEqualTo(
            new IdKey(
                HASH.namespace("votes"), HASH.of("votes", "a").counter(), key.high(), key.low()));
    assertThat(List.of(key.namespace(), key.counter(), key.high(), key.low()))
        .containsExactly(
            757351713822368760L, 7752730998435005192L, -2095005164391387230L, 7631481740651943741L);
  }

  @Test
  void everythingInANameCounts() {
    List<IdKey> keys = new ArrayList<>();
    for (String namespace : List.of("a", "ab")) {
      for (int life = 0; life < 2; life++) {
        for (String name : List.of("b", "bb", "b\u0000")) {
          for (String id : List.of("", "c", "\u0000", "cccccccc", "ccccccccc", "\uD83C\uDF89")) {
            keys.add(HASH.of(new CounterName(namespace, life, life, name)).key(id));
            keys.add(new IdHash(43).of(new CounterName(namespace, life, life, name)).key(id));
          }
        }
      }
    }
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(keys).extracting(IdKey::high).doesNotHaveDuplicates();
    assertThat(keys).extracting(IdKey::low).doesNotHaveDuplicates();
  }
}
