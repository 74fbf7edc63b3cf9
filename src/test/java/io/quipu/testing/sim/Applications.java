package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.testing.sim.PublishedClient.End;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;

/**
 * Applications with published clients. What was refused is added again as another event, and what
 * is in doubt under its id. The first counter is imported from a file: the run breaks off at any
 * time, and is begun anew from the first line, until every line is recorded.
 */
final class Applications {
  private static final String RUN = "file";
  private static final int AT_ONCE = 4;
  private static final int BREAKS = 4;

  private final World world;
  private final Scenario scenario;
  private final History history;
  private final Protocol protocol;
  private final PublishedClient client;
  private final SeededRandom random;
  private final List<Item> lines = new ArrayList<>();
  private int run;

  Applications(World world, Scenario scenario, Fleet fleet, History history, Protocol protocol) {
    this.world = world;
    this.scenario = scenario;
    this.history = history;
    this.protocol = protocol;
    this.client = new PublishedClient(world, scenario, fleet, protocol);
    this.random = world.random();
  }

  void begin() {
    List<CounterName> counters = List.copyOf(scenario.tagged().keySet());
    for (int line = 0; line < Item.DIGITS; line++) {
      lines.add(history.item(counters.get(0), RUN + ":" + line));
    }
    world.timeline().after(random.between(0, 5 * SeededRandom.SECOND), this::importAnew);
    for (CounterName counter : counters.subList(1, counters.size())) {
      for (int digit : Item.ALL_DIGITS) {
        int mine = digit;
        Item item = history.item(counter, "id-" + digit);
        world
            .timeline()
            .at(random.between(0, scenario.nanos()), () -> add(item, mine, item.id(), false));
      }
    }
  }

  /**
   * Adds an event until it is recorded: under another id only if no client was ever in doubt about
   * it.
   */
  private void add(Item item, int digit, String id, boolean doubted) {
    client.add(
        item,
        digit,
        id,
        () -> true,
        end -> {
          if (end != End.RECORDED) {
            world.trace().note("app", () -> "hears that " + id + " is " + end);
            boolean inDoubt = doubted || end == End.IN_DOUBT;
            String next = inDoubt ? id : id + "'";
            world
                .timeline()
                .after(
                    random.spread(SeededRandom.SECOND / 10, 10 * SeededRandom.SECOND),
                    () -> add(item, digit, next, inDoubt));
          }
        });
  }

  /** Begins the import at its first line. */
  private void importAnew() {
    run++;
    new Import(run).begin();
  }

  /** One run of the import, which ends when another has begun. */
  private final class Import {
    private final int number;
    private int next;
    private int open;
    private boolean failed;

    Import(int number) {
      this.number = number;
    }

    void begin() {
      world.trace().note("import", () -> "begins, time " + number);
      if (number <= BREAKS) {
        world
            .timeline()
            .after(
                random.spread(SeededRandom.SECOND / 5, 12 * SeededRandom.SECOND),
                () -> {
                  if (lives()) {
                    run++;
                    world.timeline().after(SeededRandom.SECOND, Applications.this::importAnew);
                  }
                });
      }
      fill();
    }

    private boolean lives() {
      return run == number;
    }

    private void fill() {
      while (open < AT_ONCE && next < lines.size()) {
        int line = next++;
        open++;
        String id = protocol.importRun(RUN, number) + ":" + line;
        world
            .timeline()
            .after(0, () -> client.add(lines.get(line), line, id, this::lives, this::ended));
      }
      if (open == 0 && failed && lives()) {
        world.timeline().after(SeededRandom.SECOND, Applications.this::importAnew);
      }
    }

    private void ended(End end) {
      open--;
      failed |= end != End.RECORDED;
      if (end == End.RECORDED && number > 1) {
        world.met().used(Ability.IMPORTS);
      }
      fill();
    }
  }
}
