package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.core.Machine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The writes right before and right after which a process may end. A sort of writes is all those to
 * one table, conditional ones apart. Whoever comes to an armed point first ends there.
 */
public final class CrashPoints {
  private static final String BEFORE = ", before";
  private static final String AFTER = ", after";

  private final Set<String> sorts = new TreeSet<>();
  private final Set<String> struck = new TreeSet<>();
  private final Set<String> armed = new HashSet<>();
  private final Set<Machine> ended = new HashSet<>();
  private String first = "";
  private boolean over;
  private Consumer<Machine> crash = machine -> {};

  /**
   * Arms a point, beside those that nobody has come to since they were armed.
   *
   * @param number of the point among those seen so far; counts on where there are not so many
   * @param ends ends a process
   */
  public void arm(int number, Consumer<Machine> ends) {
    List<String> points = List.copyOf(all());
    if (!points.isEmpty()) {
      armed.add(points.get(number % points.size()));
      crash = ends;
    }
  }

  /** Arms the first write of whatever sort there was none of yet, as some are seldom. */
  public void armFirst(boolean before, Consumer<Machine> ends) {
    first = before ? BEFORE : AFTER;
    crash = ends;
  }

  /** Ends it: no point is struck or seen any more. */
  public void disarm() {
    armed.clear();
    over = true;
  }

  /** The points at which a process has ended. */
  public Set<String> struck() {
    return struck;
  }

  /** The points that there are, as far as a process has come to them. */
  public Set<String> all() {
    Set<String> all = new TreeSet<>();
    sorts.forEach(sort -> all.addAll(List.of(before(sort), after(sort))));
    return all;
  }

  private static String before(String sort) {
    return sort + BEFORE;
  }

  private static String after(String sort) {
    return sort + AFTER;
  }

  /** Tells whether a process has ended here: what it still does in this moment it never did. */
  boolean ended(Machine machine) {
    return ended.contains(machine);
  }

  /** Sends a write, unless its process ends before; or has its process end after it. */
  void pass(Machine machine, String sort, Runnable send) {
    if (ended(machine)) {
      return;
    }
    if (!over && sorts.add(sort) && !first.isEmpty()) {
      armed.add(sort + first);
      first = "";
    }
    if (armed.remove(before(sort))) {
      end(machine, before(sort));
      return;
    }
    send.run();
    if (armed.remove(after(sort))) {
      end(machine, after(sort));
    }
  }

  private void end(Machine machine, String point) {
    struck.add(point);
    ended.add(machine);
    crash.accept(machine);
  }
}
