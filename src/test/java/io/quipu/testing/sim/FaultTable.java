package io.quipu.testing.sim;

import io.quipu.testing.sim.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of planted faults: a line for each, with its worlds, its name, the seed whose run
 * catches it, and the violation of that run.
 */
final class FaultTable {
  private static final Path FOUND = Path.of("target", "planted-faults.txt");
  private static final Path PUBLISHED =
      Path.of("src/test/resources/io/quipu/testing/sim/planted-faults.txt");
  private static final String COLUMN = " | ";

  private FaultTable() {}

  /**
   * Finds each fault of {@link Fault} again, within its number of seeds, and writes the lines to
   * {@code target/planted-faults.txt}. Returns false if a fault was not caught.
   */
  static boolean search() {
    List<String> found = new ArrayList<>();
    boolean all = true;
    for (Fault fault : Fault.caught().toList()) {
      List<Report> caught = new Seeds(fault.stress(), fault.protocol()).failures(1, fault.seeds());
      if (caught.isEmpty()) {
        System.out.println("not caught: " + fault.title());
        all = false;
      } else {
        found.add(line(fault, caught.get(0)));
      }
    }
    try {
      Files.write(FOUND, found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.forEach(System.out::println);
    System.out.println(published().containsAll(found) ? "as published" : "take over " + FOUND);
    return all;
  }

  /** The line of a fault, as the first violation of its run makes it. */
  static String line(Fault fault, Report caught) {
    String violation = caught.violations().get(0);
    int end = violation.indexOf(':');
    return line(key(fault), caught.seed(), end < 0 ? violation : violation.substring(0, end));
  }

  static String line(String key, long seed, String violation) {
    return key + COLUMN + seed + COLUMN + violation;
  }

  /** The first two columns. */
  static String key(Fault fault) {
    return key(fault.stress().name(), fault.title());
  }

  /** The first two columns, for a fault in worlds of one kind of counters. */
  static String key(String worlds, String title) {
    return worlds + COLUMN + title;
  }

  /** The published lines. */
  static List<String> published() {
    try {
      return Files.readAllLines(PUBLISHED).stream().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The published seed of a fault. */
  static long publishedSeed(String key) {
    return published().stream()
        .filter(line -> line.startsWith(key + COLUMN))
        .map(line -> line.substring(key.length() + COLUMN.length()))
        .map(rest -> Long.parseLong(rest.substring(0, rest.indexOf(COLUMN))))
        .findFirst()
        .orElseThrow(() -> new AssertionError(PUBLISHED + " has no line for " + key));
  }
}
