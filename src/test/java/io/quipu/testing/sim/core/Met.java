package io.quipu.testing.sim.core;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The abilities that were in use in a simulated world, and what went wrong while they were. An
 * ability is in use from its first use on: what is checked at the end of a run is checked for all.
 */
public final class Met {
  /** The maximum number of resets of a counter that its state remembers by themselves. */
  private static final int RESETS_REMEMBERED = 32;

  private final Set<Ability> used = EnumSet.noneOf(Ability.class);
  private final Map<Mishap, Set<Ability>> struck = new EnumMap<>(Mishap.class);
  private final Map<Object, Integer> resets = new HashMap<>();

  /** A thing that went wrong while an ability was in use. */
  public record Cell(Ability ability, Mishap mishap) implements Comparable<Cell> {
    @Override
    public int compareTo(Cell other) {
      int order = ability.compareTo(other.ability);
      return order != 0 ? order : mishap.compareTo(other.mishap);
    }

    @Override
    public String toString() {
      return ability.title() + " x " + mishap.title();
    }
  }

  /** Somebody was told that it worked. */
  public void used(Ability ability) {
    used.add(ability);
  }

  /** Something went wrong, for all abilities that are in use. */
  public void struck(Mishap mishap) {
    struck.computeIfAbsent(mishap, any -> EnumSet.noneOf(Ability.class)).addAll(used);
  }

  /** A counter was reset, which is too often some time. */
  public void reset(Object counter) {
    if (resets.merge(counter, 1, Integer::sum) > RESETS_REMEMBERED) {
      struck(Mishap.MANY_RESETS);
    }
  }

  /** What has been met so far. */
  public Set<Cell> cells() {
    Set<Cell> cells = new TreeSet<>();
    struck.forEach(
        (mishap, abilities) -> abilities.forEach(ability -> cells.add(new Cell(ability, mishap))));
    return cells;
  }
}
