package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.Json;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Files of all sorts of rows: valid ones in other forms, and ones with a fault. */
class StrictEntriesTest {
  private static final List<String> LINE_ENDS = List.of("\n", "\r\n", "\r");
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  private static final Pattern SPECIAL = Pattern.compile("[,;\t\"\r\n]|^\\s*$");
  private static final List<String> OPTIONAL =
      List.of("namespace", "events", "id", "time", "labels.country");
  private static final List<String> NO_INTEGERS =
      List.of("+5", "1.0", "1e3", "007", "0x1", "1,234", "1 234", "five", "\u0661", "-", "1_000");

  /** Columns, and rows of cells; an empty cell is an absent value. */
  private record Table(List<String> columns, List<List<String>> rows) {
    int place(String... some) {
      return columns.indexOf(Stream.of(some).filter(columns::contains).findFirst().orElseThrow());
    }

    String csv(char separator, String end) {
      return Stream.concat(Stream.of(columns), rows.stream())
          .map(cells -> row(cells, separator) + end)
          .collect(Collectors.joining());
    }

    private static String row(List<String> cells, char separator) {
      return cells.stream()
          .map(cell -> cell.isEmpty() ? "" : quoted(cell))
          .collect(Collectors.joining(String.valueOf(separator)));
    }

    private static String quoted(String cell) {
      return SPECIAL.matcher(cell).find() ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    List<String> objects() {
      return rows.stream().map(row -> object(members(row))).toList();
    }

    List<String> members(List<String> row) {
      return IntStream.range(0, columns.size())
          .filter(i -> !row.get(i).isEmpty())
          .mapToObj(i -> member(columns.get(i), row.get(i)))
          .toList();
    }

    private static String member(String column, String value) {
      return switch (column) {
        case "count", "delta", "events" -> '"' + column + "\":" + value;
        case "labels.country" -> "\"labels\":{\"country\":" + Json.encode(value) + '}';
        default -> '"' + column + "\":" + Json.encode(value);
      };
    }

    private static String object(List<String> members) {
      return '{' + String.join(",", members) + '}';
    }
  }

  @Property
  void allFormsOfATableHaveTheSameEntries(
      @ForAll("tables") Table table, @ForAll("ends") String end, @ForAll Random random) {
    List<Entry> plain = read(Entries.CSV, table.csv(',', "\n"));
    assertThat(plain).hasSameSizeAs(table.rows());
    for (int i = 0; i < plain.size(); i++) {
      List<String> row = table.rows().get(i);
      assertThat(plain.get(i).counter()).isEqualTo(row.get(table.place("counter")));
      assertThat(plain.get(i).amount())
          .isEqualTo(new BigInteger(row.get(table.place("count", "delta"))));
    }
    for (char separator : new char[] {',', ';', '\t'}) {
      assertThat(numberless(Entries.CSV, "\uFEFF" + table.csv(separator, end)))
          .isEqualTo(numberless(plain));
    }
    List<String> blank = new ArrayList<>(table.objects());
    blank.add(random.nextInt(blank.size() + 1), "");
    assertThat(numberless(Entries.NDJSON, "\uFEFF" + String.join(end, blank) + end + end))
        .isEqualTo(numberless(plain));
    String spaced = blankBetween(table, random.nextInt(table.rows().size() + 1), end);
    assertThat(numberless(Entries.CSV, spaced)).isEqualTo(numberless(plain));
  }

  /** The text with blank lines before a row or at the end, and no end of the last line. */
  private static String blankBetween(Table table, int at, String end) {
    String before = new Table(table.columns(), table.rows().subList(0, at)).csv(',', end);
    String after =
        table.rows().subList(at, table.rows().size()).stream()
            .map(row -> Table.row(row, ','))
            .collect(Collectors.joining(end));
    return end + before + end + "  " + end + after;
  }

  private enum HeadFault {
    MISSPELT,
    TWICE,
    NAMELESS,
    COUNTERLESS
  }

  @Property
  void aHeadWithAFaultIsRefused_beforeAnythingIsRead(
      @ForAll("tables") Table table, @ForAll HeadFault fault, @ForAll Random random) {
    List<String> columns = new ArrayList<>(table.columns());
    int place = random.nextInt(columns.size());
    String hurt = columns.get(place);
    switch (fault) {
      case MISSPELT -> columns.set(place, (char) ('a' + random.nextInt(26)) + hurt);
      case TWICE -> columns.set(place, columns.get((place + 1) % columns.size()));
      case NAMELESS -> columns.set(place, "");
      case COUNTERLESS -> columns.set(table.place("counter"), "labels.x");
    }
    String text = new Table(columns, table.rows()).csv(',', "\n");
    assertThatThrownBy(() -> stream(Entries.CSV, text))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 1: ");
  }

  private enum RowFault {
    CELL_MISSING,
    CELL_TOO_MUCH,
    EMPTY,
    NO_INTEGER,
    NO_TIME,
    QUOTE_WITHIN,
    TEXT_AFTER_QUOTE,
    NOT_CLOSED
  }

  @Property
  void aRowWithAFaultIsRefused_afterThoseBeforeIt(
      @ForAll("tables") Table table, @ForAll RowFault fault, @ForAll Random random) {
    // a quote that is not closed may be closed by one of a later row
    int last = table.rows().size() - 1;
    int hurt = fault == RowFault.NOT_CLOSED ? last : random.nextInt(last + 1);
    List<String> lines =
        new ArrayList<>(table.rows().stream().map(row -> Table.row(row, ',')).toList());
    lines.set(hurt, hurt(table, new ArrayList<>(table.rows().get(hurt)), fault, random));
    String head = String.join(",", table.columns()) + "\n";
    String before =
        lines.subList(0, hurt).stream().map(line -> line + "\n").collect(Collectors.joining());
    String text = head + before + String.join("\n", lines.subList(hurt, lines.size())) + "\n";

    List<Entry> read = new ArrayList<>();
    assertThatThrownBy(() -> stream(Entries.CSV, text).forEach(read::add))
        .isInstanceOfSatisfying(
            BadLine.class, bad -> assertThat(bad.line()).isEqualTo(lineEnds(head + before) + 1));
    assertThat(read).hasSize(hurt).isEqualTo(read(Entries.CSV, head + before));
  }

  private static String hurt(Table table, List<String> cells, RowFault fault, Random random) {
    int any = random.nextInt(cells.size());
    switch (fault) {
      case CELL_MISSING -> cells.remove(any);
      case CELL_TOO_MUCH -> cells.add(any, random.nextBoolean() ? "345" : "");
      case EMPTY -> cells.set(needed(table, random), "");
      case NO_INTEGER ->
          cells.set(integer(table, random), NO_INTEGERS.get(random.nextInt(NO_INTEGERS.size())));
      case NO_TIME -> cells.set(table.place("time", "count", "delta"), "2026-13-01T00:00:00Z");
      default -> {
        List<String> raw =
            new ArrayList<>(cells.stream().map(cell -> Table.row(List.of(cell), ',')).toList());
        raw.set(
            any,
            switch (fault) {
              case QUOTE_WITHIN -> "a\"b";
              case TEXT_AFTER_QUOTE -> "\"a\" ";
              default -> "\"a";
            });
        return String.join(",", raw);
      }
    }
    return Table.row(cells, ',');
  }

  /** The place of a column of which no cell is empty. */
  private static int needed(Table table, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> table.place("counter");
      case 1 -> table.place("time", "counter");
      default -> integer(table, random);
    };
  }

  /** The place of a column of integers. */
  private static int integer(Table table, Random random) {
    return table.place(random.nextBoolean() ? "events" : "count", "count", "delta");
  }

  private enum ObjectFault {
    UNKNOWN_FIELD,
    FIELD_TWICE,
    NULL,
    OTHER_TYPE,
    NO_INTEGER,
    COUNTERLESS,
    CUT,
    TEXT_AFTER
  }

  @Property
  void anObjectWithAFaultIsRefused_afterThoseBeforeIt(
      @ForAll("tables") Table table, @ForAll ObjectFault fault, @ForAll Random random) {
    int hurt = random.nextInt(table.rows().size());
    List<String> lines = new ArrayList<>(table.objects());
    lines.set(hurt, hurt(new ArrayList<>(table.members(table.rows().get(hurt))), fault, random));
    List<Entry> read = new ArrayList<>();
    assertThatThrownBy(() -> stream(Entries.NDJSON, String.join("\n", lines)).forEach(read::add))
        .isInstanceOfSatisfying(BadLine.class, bad -> assertThat(bad.line()).isEqualTo(hurt + 1));
    assertThat(read)
        .hasSize(hurt)
        .isEqualTo(read(Entries.NDJSON, String.join("\n", lines.subList(0, hurt))));
  }

  private static String hurt(List<String> members, ObjectFault fault, Random random) {
    int any = random.nextInt(members.size());
    String name = members.get(any).substring(0, members.get(any).indexOf(':') + 1);
    boolean isText = members.get(any).charAt(name.length()) == '"';
    switch (fault) {
      case UNKNOWN_FIELD -> members.add(any, "\"" + (char) ('a' + random.nextInt(26)) + "ount\":1");
      case FIELD_TWICE -> members.add(random.nextInt(members.size() + 1), members.get(any));
      case NULL -> members.set(any, name + "null");
      case OTHER_TYPE ->
          members.set(
              any, name + List.of(isText ? "5" : "\"5\"", "[]", "true").get(random.nextInt(3)));
      case NO_INTEGER -> {
        members.removeIf(
            member -> member.startsWith("\"count\"") || member.startsWith("\"delta\""));
        members.add("\"count\":" + NO_INTEGERS.get(random.nextInt(NO_INTEGERS.size())));
      }
      case COUNTERLESS -> members.removeIf(member -> member.startsWith("\"counter\""));
      default -> {}
    }
    String object = Table.object(members);
    return switch (fault) {
      case CUT -> object.substring(0, 1 + random.nextInt(object.length() - 1));
      case TEXT_AFTER -> object + (random.nextBoolean() ? "{}" : ",");
      default -> object;
    };
  }

  @Provide
  Arbitrary<String> ends() {
    return Arbitraries.of(LINE_ENDS);
  }

  @Provide
  Arbitrary<Table> tables() {
    Arbitrary<List<String>> columns =
        Combinators.combine(
                Arbitraries.of("count", "delta"),
                Arbitraries.subsetOf(OPTIONAL),
                Arbitraries.randoms())
            .as(
                (amount, some, random) -> {
                  List<String> all = new ArrayList<>(List.of("counter", amount));
                  all.addAll(some);
                  Collections.shuffle(all, random);
                  return all;
                });
    return columns.flatMap(
        names ->
            Combinators.combine(names.stream().map(StrictEntriesTest::cells).toList())
                .as(row -> row)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(rows -> new Table(names, rows)));
  }

  private static Arbitrary<String> cells(String column) {
    Arbitrary<String> texts =
        Arbitraries.of(
                "a", "b", " ", ",", ";", "\t", "\"", "\n", "\r", "=", "\u00e9", "\uD83D\uDE00")
            .list()
            .ofMinSize(1)
            .ofMaxSize(5)
            .map(parts -> String.join("", parts));
    Arbitrary<String> absent = Arbitraries.just("");
    BigInteger most = BigInteger.TEN.pow(20);
    return switch (column) {
      case "counter" -> texts;
      case "count", "delta" ->
          Arbitraries.bigIntegers().between(most.negate(), most).map(BigInteger::toString);
      case "events" -> Arbitraries.longs().between(1, 10_000_000_000L).map(String::valueOf);
      case "namespace" ->
          Arbitraries.oneOf(
              absent, Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(3));
      case "time" ->
          Arbitraries.longs()
              .between(0, 2_000_000_000L)
              .map(second -> Instant.ofEpochSecond(second).toString());
      default -> Arbitraries.oneOf(absent, texts);
    };
  }

  private static long lineEnds(String text) {
    return LINE_END.matcher(text).results().count();
  }

  private static Stream<Entry> stream(Entries format, String text) {
    return format.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        FileSettings.NONE,
        note -> {});
  }

  private static List<Entry> read(Entries format, String text) {
    return stream(format, text).toList();
  }

  private static List<Entry> numberless(Entries format, String text) {
    return numberless(read(format, text));
  }

  /** The entries without the numbers of their lines. */
  private static List<Entry> numberless(List<Entry> entries) {
    return entries.stream()
        .map(
            entry ->
                new Entry(
                    0,
                    entry.namespace(),
                    entry.counter(),
                    entry.amount(),
                    entry.events(),
                    entry.id(),
                    entry.time(),
                    entry.labels(),
                    entry.stated()))
        .toList();
  }
}
