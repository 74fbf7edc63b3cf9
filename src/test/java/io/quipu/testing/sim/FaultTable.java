package io.quipu.testing.sim;

import io.quipu.testing.sim.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How many seeds it took to catch each fault, as a table. */
final class FaultTable {
  private static final Path FOUND = Path.of("target", "protocol-faults.md");
  private static final Path PUBLISHED = Path.of("docs", "protocol-faults.md");
  private static final int COLUMNS = 4;
  private static final int COLUMNS_OF_KINDS = 3;

  private final List<String> lines = new ArrayList<>();

  FaultTable() {
    lines.add("| fault | within | caught by seed | as |");
    lines.add("|---|---|---|---|");
  }

  /**
   * Finds each fault anew, within its number of seeds, and writes the table to {@code
   * target/protocol-faults.md}. Returns false if a fault was not caught.
   */
  static boolean search() {
    FaultTable table = new FaultTable();
    boolean all = true;
    for (Fault fault : Fault.caught().toList()) {
      List<Report> caught = new Seeds(fault.stress(), fault.protocol()).failures(1, fault.seeds());
      if (caught.isEmpty()) {
        System.out.println("not caught: " + fault.title());
        all = false;
      } else {
        table.add(fault, caught.get(0));
      }
    }
    try {
      Files.writeString(FOUND, table.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.println(
        table + (published().contains(table.toString()) ? "as published" : "take over " + FOUND));
    return all;
  }

  void add(Fault fault, Report caught) {
    lines.add(row(fault, caught));
  }

  /** The line of a fault, as the first violation of its run makes it. */
  static String row(Fault fault, Report caught) {
    String violation = caught.violations().get(0);
    int end = violation.indexOf(':');
    return start(fault)
        + " "
        + fault.seeds()
        + " | "
        + caught.seed()
        + " | "
        + (end < 0 ? violation : violation.substring(0, end))
        + " |";
  }

  private static String start(Fault fault) {
    return start(fault.title());
  }

  private static String start(String title) {
    return "| " + title + " |";
  }

  /** The text of docs/protocol-faults.md. */
  static String published() {
    try {
      return Files.readString(PUBLISHED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The seed that docs/protocol-faults.md names for a fault. */
  static long publishedSeed(Fault fault) {
    return publishedSeed(fault.title(), COLUMNS);
  }

  /** The seed that docs/protocol-faults.md names for a fault of one kind of counters. */
  static long publishedSeedOfKind(String title) {
    return publishedSeed(title, COLUMNS_OF_KINDS);
  }

  /** The seed is in the last column but one; tables of kinds have a column less. */
  private static long publishedSeed(String title, int columns) {
    return published()
        .lines()
        .filter(line -> line.startsWith(start(title)))
        .map(line -> line.split("\\|", -1))
        .filter(cells -> cells.length == columns + 2)
        .map(cells -> Long.parseLong(cells[columns - 1].strip()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(PUBLISHED + " has no line for " + title));
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
