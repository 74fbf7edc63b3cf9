package io.quipu.cli.transfer;

import io.quipu.cli.spelling.Nearest;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The entries of separated values, the first row of which names the columns. */
final class CsvEntries {
  private final CsvRows rows;
  private final FileSettings settings;
  private final CsvRows.Row head;

  /** The places of the columns that are read, by the names of our fields. */
  private final Map<String, Integer> columns = new LinkedHashMap<>();

  /**
   * Reads the names of the columns.
   *
   * @param notes takes what a caller should know though nothing is wrong
   * @throws BadLine if a column is unknown, missing, or given twice
   */
  CsvEntries(Lines lines, FileSettings settings, Consumer<String> notes) {
    this.settings = settings;
    rows = new CsvRows(lines, settings.separator());
    CsvRows.Row first = rows.next();
    if (first == null) {
      throw new BadLine(1, "it must name the columns, such as counter,count, but there is none");
    }
    head = first;
    if (settings.columns().isEmpty()) {
      head.cells().forEach(name -> columns.put(known(name), place(name)));
    } else {
      settings.columns().forEach((ours, theirs) -> columns.put(ours, place(theirs)));
    }
    Set<Field> given = fields();
    if (!given.contains(Field.COUNTER)) {
      throw bad(
          "there is no column counter; there are "
              + names(head.cells())
              + ". Add --column counter=NAME, or --into=COUNTER for one counter of all lines");
    }
    Field.checkTogether(
        head.line(), given, columns.keySet().stream().anyMatch(CsvEntries::isLabel));
    noteWhatIsNotRead(notes);
    noteWhatCountsOne(given, notes);
  }

  private static boolean isLabel(String column) {
    return Field.labelOf(column).isPresent();
  }

  private String known(String name) {
    if (Field.of(name).isEmpty() && !isLabel(name)) {
      String shown = name.isBlank() ? "a column without a name" : "column " + BadLine.shown(name);
      throw bad(
          shown
              + " is unknown; known are "
              + FileSettings.known()
              + ". --column says which is which, such as --column counter=page --column count=views"
              + FileSettings.hint(name));
    }
    return name;
  }

  private int place(String name) {
    int place = head.cells().indexOf(name);
    if (place < 0) {
      throw bad(
          "there is no column "
              + BadLine.shown(name)
              + ", which --column names; there are "
              + names(head.cells())
              + Nearest.hint(name, head.cells()));
    }
    if (place != head.cells().lastIndexOf(name)) {
      throw EntryFields.twice(head.line(), name);
    }
    return place;
  }

  private Set<Field> fields() {
    Set<Field> given = EnumSet.noneOf(Field.class);
    columns.keySet().forEach(name -> Field.of(name).ifPresent(given::add));
    if (settings.into() != null && !given.add(Field.COUNTER)) {
      throw EntryFields.intoToo(head.line());
    }
    return given;
  }

  private void noteWhatIsNotRead(Consumer<String> notes) {
    List<String> others =
        head.cells().stream().filter(name -> !settings.columns().containsValue(name)).toList();
    if (!settings.columns().isEmpty() && !others.isEmpty()) {
      notes.accept("Not read, as no --column names them: " + names(others));
    }
  }

  private void noteWhatCountsOne(Set<Field> given, Consumer<String> notes) {
    if (given.contains(Field.COUNT) || given.contains(Field.DELTA) || given.contains(Field.ACTOR)) {
      return;
    }
    for (Field amount : List.of(Field.COUNT, Field.DELTA)) {
      String name = amount.label();
      if (head.cells().contains(name) && !settings.columns().containsValue(name)) {
        throw bad("column " + name + " is not read; to read it, add --column " + name + "=" + name);
      }
    }
    notes.accept(
        "There is no column count or delta: each line counts "
            + (given.contains(Field.EVENTS) ? "its events" : "1"));
  }

  private static String names(List<String> columns) {
    return columns.stream().map(BadLine::shown).collect(Collectors.joining(", "));
  }

  private BadLine bad(String why) {
    return new BadLine(head.line(), why);
  }

  /**
   * Reads the next entry. Returns empty at the end of the file.
   *
   * @throws BadLine if the next row is none
   */
  Optional<Entry> next() {
    for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
      if (row.line() >= settings.fromLine()) {
        return Optional.of(entry(row));
      }
      if (rows.lastLine() >= settings.fromLine()) {
        throw new BadLine(
            row.line(),
            "--from-line="
                + settings.fromLine()
                + " is within this row; begin with its first line");
      }
    }
    return Optional.empty();
  }

  private Entry entry(CsvRows.Row row) {
    List<String> cells = row.cells();
    if (cells.size() != head.cells().size()) {
      throw new BadLine(
          row.line(),
          "it has "
              + cells.size()
              + " cells, and must have "
              + head.cells().size()
              + ", as the first line has: "
              + names(head.cells())
              + ". A cell with "
              + rows.separator()
              + " in it must be in quotes");
    }
    EntryFields fields =
        new EntryFields(row.line(), field -> "column " + name(field.label()), settings);
    columns.forEach((name, place) -> put(fields, name, cells.get(place)));
    return fields.entry();
  }

  /**
   * An empty cell is an absent value, where a line may be without one. In a column of times it is
   * none: the event would happen now.
   */
  private static void put(EntryFields fields, String name, String cell) {
    Optional<Field> field = Field.of(name);
    if (cell.isEmpty() && !field.map(Field::isNeeded).orElse(false)) {
      return;
    }
    field.ifPresentOrElse(
        known -> fields.put(known, cell),
        () -> fields.putLabel(name.substring(Field.LABEL.length()), cell));
  }

  /** The name of a column in the file. */
  private String name(String ours) {
    return BadLine.shown(settings.columns().getOrDefault(ours, ours));
  }
}
