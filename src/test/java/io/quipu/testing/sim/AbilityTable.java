package io.quipu.testing.sim;

import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Met.Cell;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.linear.LinearStress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table of abilities and what goes wrong: the lines of {@code abilities.txt}, and the gaps that
 * docs/correctness.md lists.
 */
final class AbilityTable {
  static final String LINEAR = "linear";
  static final String SKETCHES = "sketches";
  static final String PURGED_SKETCHES = "purged sketches";

  /** What is said of a cell that nothing shows yet. */
  static final String GAP = "not yet simulated";

  private static final Pattern GAPS = Pattern.compile("(\\d+) pairs are gaps");

  private static final Path SHOWN =
      Path.of("src/test/resources/io/quipu/testing/sim/abilities.txt");
  private static final Path DOCUMENT = Path.of("docs", "correctness.md");
  private static final String HEADING = "\n## What the simulation reaches\n";
  private static final int COLUMNS = 4;
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST = Pattern.compile("[A-Za-z]+(?:Test|IT)");

  private final List<Line> lines;
  private final int gaps;

  private AbilityTable(List<Line> lines, int gaps) {
    this.lines = lines;
    this.gaps = gaps;
  }

  /**
   * A line of the table: some abilities, and some of what goes wrong.
   *
   * @param shown by which worlds and tests, or why it cannot happen
   * @param faults that are planted in these worlds
   */
  record Line(List<Ability> abilities, List<Mishap> mishaps, String shown, List<String> faults) {
    private static Line of(String text) {
      List<String> cells =
          Arrays.stream(text.split("\\|", -1)).skip(1).limit(COLUMNS).map(String::strip).toList();
      return new Line(
          all(Ability.values(), Ability::title, cells.get(0)),
          all(Mishap.values(), Mishap::title, cells.get(1)),
          cells.get(2),
          code(cells.get(3)));
    }

    private static <T> List<T> all(T[] all, Function<T, String> title, String cell) {
      return Stream.of(cell.split(", ")).map(wanted -> one(all, title, wanted)).toList();
    }

    private static <T> T one(T[] all, Function<T, String> title, String wanted) {
      return Arrays.stream(all)
          .filter(some -> title.apply(some).equals(wanted))
          .findFirst()
          .orElseThrow(() -> new AssertionError("the table has no '" + wanted + "'"));
    }

    Stream<Cell> cells() {
      return abilities.stream()
          .flatMap(ability -> mishaps.stream().map(mishap -> new Cell(ability, mishap)));
    }

    boolean isGap() {
      return shown.equals(GAP);
    }

    /** Tells whether it says why something cannot happen, or that it is a gap. */
    boolean isReason() {
      return code(shown).isEmpty();
    }

    /** The test classes that show it. */
    List<String> tests() {
      return code(shown).stream().filter(name -> TEST.matcher(name).matches()).toList();
    }

    /** The stresses of runs, or the kinds of counters, whose worlds show it. */
    List<String> worlds() {
      return code(shown).stream().filter(name -> !TEST.matcher(name).matches()).toList();
    }
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map((MatchResult found) -> found.group(1)).toList();
  }

  static AbilityTable published() {
    try {
      String text = Files.readString(DOCUMENT);
      int begin = text.indexOf(HEADING);
      if (begin < 0) {
        throw new AssertionError(DOCUMENT + " lacks" + HEADING);
      }
      int end = text.indexOf("\n## ", begin + HEADING.length());
      String section = text.substring(begin, end);
      List<Line> lines = new ArrayList<>();
      rows(Files.readString(SHOWN)).forEach(row -> lines.add(Line.of(row)));
      rows(section).forEach(row -> lines.add(Line.of(row + " " + GAP + " | |")));
      int gaps =
          GAPS.matcher(section)
              .results()
              .mapToInt(found -> Integer.parseInt(found.group(1)))
              .findFirst()
              .orElse(0);
      return new AbilityTable(lines, gaps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> rows(String text) {
    return text.lines().filter(line -> line.startsWith("| ") && !line.startsWith("| ability |"));
  }

  List<Line> lines() {
    return lines;
  }

  /** How many gaps the text says that there are. */
  int gaps() {
    return gaps;
  }

  /** The name of worlds of linear counters. */
  static String name(LinearStress stress) {
    return stress == LinearStress.USUAL ? LINEAR : LINEAR + " " + stress.name();
  }

  /** All worlds that the table names. */
  Set<String> worlds() {
    Set<String> worlds = new TreeSet<>();
    lines.forEach(line -> worlds.addAll(line.worlds()));
    return worlds;
  }

  /** What some worlds are said to meet. */
  Set<Cell> claimed(String worlds) {
    Set<Cell> cells = new TreeSet<>();
    lines.stream()
        .filter(line -> line.worlds().contains(worlds))
        .forEach(line -> line.cells().forEach(cells::add));
    return cells;
  }
}
