package io.quipu.testing.sim;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counters of a namespace with a hierarchy: twice one with events of its own, two below it, and one
 * above it that has no others than theirs. The ids of their events are the same.
 */
public final class PathNames {
  private static final String NAMESPACE = "paths";
  private static final String SEPARATOR = "/";
  private static final List<String> TREES = List.of("a", "b");
  private static final List<String> BELOW = List.of("/x", "/x/y", "/x/z");

  private PathNames() {}

  /** Those that events are recorded for. */
  static Map<CounterName, Settings> drawn(SeededRandom random) {
    int shards = random.chance(0.3) ? 2 + random.below(3) : 1;
    int retention = random.pick(List.of(RetentionClass.USUAL, RetentionClass.FOREVER));
    int window = random.pick(List.of(DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER));
    Map<CounterName, Settings> all = new LinkedHashMap<>();
    for (String tree : TREES) {
      for (String below : BELOW) {
        CounterName counter = new CounterName(NAMESPACE, tree + below);
        all.put(counter, new Settings(counter, shards, retention, window));
      }
    }
    return all;
  }

  static boolean isPath(CounterName counter) {
    return counter.namespace().equals(NAMESPACE);
  }

  /** Those that no events are recorded for, but for the counters below. */
  static List<CounterName> tops() {
    return TREES.stream().map(tree -> new CounterName(NAMESPACE, tree)).toList();
  }

  /** Whether no events are recorded for it, but for the counters below. */
  public static boolean isTop(CounterName counter) {
    return isPath(counter) && !counter.name().contains(SEPARATOR);
  }

  /** One that is directly below a top. */
  static CounterName below(CounterName top) {
    return new CounterName(NAMESPACE, top.name() + BELOW.get(0));
  }

  /** Whether events of one are also events of another. */
  static boolean isBelow(CounterName counter, CounterName another) {
    return isPath(counter) && counter.name().startsWith(another.name() + SEPARATOR);
  }

  /** The deltas of its events: of counters that share a level no two have one in common. */
  static List<Integer> digits(CounterName counter) {
    int place = BELOW.indexOf(counter.name().substring(1));
    return IntStream.range(0, Item.DIGITS)
        .filter(digit -> digit % BELOW.size() == place)
        .boxed()
        .toList();
  }

  /** One event, as its kind accepts it. */
  static Recording recording(Settings settings, Event event) {
    Draft draft = new Draft();
    draft.integer(Draft.Member.DELTA, event.delta());
    draft.integer(Draft.Member.EVENTS, event.events());
    if (event.id() != null) {
      draft.named(event.id());
    }
    return TallyKind.EVENT.accept(namespace(settings), settings.counter(), List.of(draft), true);
  }

  private static Namespace namespace(Settings settings) {
    Namespace usual = TallyKind.EVENT.defaults(NAMESPACE);
    return new Namespace(
        NAMESPACE,
        usual.kind(),
        settings.window() == DeduplicationWindow.FOREVER ? TimeSpan.FOREVER : usual.deduplicate(),
        settings.retention() == RetentionClass.FOREVER ? TimeSpan.FOREVER : usual.retain(),
        settings.shards(),
        usual.windows(),
        Map.of("hierarchy", SEPARATOR));
  }
}
