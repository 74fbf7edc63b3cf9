package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that events are recorded with, where somebody changes for how long ids and rows are
 * remembered while they arrive. Whoever records has heard of a change at once, or has the setting
 * from before for as long as it is cached.
 */
final class ChangedSettings {
  private static final long CACHED = 5 * SeededRandom.SECOND;

  private static final List<Integer> SHORT =
      List.of(1, 1, 3, 10, DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER);
  private static final List<Integer> LONG =
      List.of(
          DeduplicationWindow.USUAL, 2 * DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER);

  private final World world;
  private final Scenario scenario;
  private final Map<CounterName, Change> changes = new HashMap<>();

  private record Change(Settings before, Settings after, long at) {}

  ChangedSettings(World world, Scenario scenario) {
    this.world = world;
    this.scenario = scenario;
  }

  /** Plans the changes, if there are to be any. */
  void begin() {
    if (scenario.stress() == Stress.CHANGING) {
      scenario.counters().forEach(this::changeLater);
    }
  }

  /** Those with which an event is recorded now. */
  Settings of(CounterName counter) {
    Change change = changes.get(counter);
    if (change == null) {
      return scenario.settings(counter);
    }
    boolean cached = world.now() - change.at < CACHED && world.random().chance(0.5);
    if (cached) {
      world.met().struck(Mishap.OLD_SETTINGS);
    }
    return cached ? change.before : change.after;
  }

  private void changeLater(CounterName counter) {
    world
        .timeline()
        .after(
            world.random().spread(SeededRandom.SECOND / 2, scenario.nanos() / 3),
            () -> {
              change(counter);
              changeLater(counter);
            });
  }

  private void change(CounterName counter) {
    Change last = changes.get(counter);
    Settings before = last == null ? scenario.settings(counter) : last.after;
    SeededRandom random = world.random();
    List<Integer> windows = scenario.settings(counter).isSoonForgotten() ? SHORT : LONG;
    List<Integer> retentions =
        scenario.collects()
            ? List.of(0, 1, RetentionClass.FOREVER)
            : List.of(RetentionClass.USUAL, RetentionClass.FOREVER);
    Settings after =
        new Settings(counter, before.shards(), random.pick(retentions), random.pick(windows));
    world.trace().note("client", () -> "changes " + before + " to " + after);
    world.met().struck(Mishap.CHANGE);
    changes.put(counter, new Change(before, after, world.now()));
  }
}
