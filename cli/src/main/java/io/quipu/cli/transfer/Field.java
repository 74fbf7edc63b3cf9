package io.quipu.cli.transfer;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A field of an entry: a column of CSV, a member of an object of NDJSON. */
enum Field {
  NAMESPACE(false),
  COUNTER(true),
  COUNT(true, tenTo(20).negate(), tenTo(20), "-10^20 and 10^20"),
  DELTA(true, tenTo(20).negate(), tenTo(20), "-10^20 and 10^20"),
  EVENTS(true, BigInteger.ONE, tenTo(10), "1 and 10^10"),
  ID(false),
  TIME(true),
  ACTOR(true),
  VERSION(true, twoTo63().negate(), twoTo63().subtract(BigInteger.ONE), "-2^63 and 2^63 - 1"),
  VALUE(true, tenTo(15).negate(), tenTo(15), "-10^15 and 10^15"),
  REPLACES(false, twoTo63().negate(), twoTo63().subtract(BigInteger.ONE), "-2^63 and 2^63 - 1");

  /** The beginning of the columns that hold labels, in an object the name of all of them. */
  static final String LABELS = "labels";

  static final String LABEL = LABELS + ".";

  private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");

  /** No integer of any range is longer. */
  private static final int MOST_CHARACTERS = 24;

  private static final Map<String, Field> BY_LABEL =
      Arrays.stream(values()).collect(Collectors.toMap(Field::label, field -> field));
  private static final Set<Field> OF_STATEMENTS = EnumSet.of(ACTOR, VERSION, VALUE, REPLACES);
  private static final Set<Field> OF_EVENTS = EnumSet.of(COUNT, DELTA, EVENTS, ID);

  private final String label = name().toLowerCase(Locale.ROOT);
  private final boolean needed;
  private final BigInteger least;
  private final BigInteger most;
  private final String range;

  /** A text. */
  Field(boolean needed) {
    this(needed, BigInteger.ZERO, BigInteger.ZERO, "");
  }

  /** An integer. */
  Field(boolean needed, BigInteger least, BigInteger most, String range) {
    this.needed = needed;
    this.least = least;
    this.most = most;
    this.range = range;
  }

  private static BigInteger tenTo(int exponent) {
    return BigInteger.TEN.pow(exponent);
  }

  private static BigInteger twoTo63() {
    return BigInteger.ONE.shiftLeft(Long.SIZE - 1);
  }

  /** The name in a file. */
  String label() {
    return label;
  }

  /** Tells whether a cell of a column of this field may not be empty. */
  boolean isNeeded() {
    return needed;
  }

  boolean isInteger() {
    return !range.isEmpty();
  }

  /** The rule of its values, for messages. */
  String rule() {
    if (isInteger()) {
      return "a whole number between " + range + ", in digits only, such as 1234";
    }
    return this == TIME ? "a time such as 2026-01-01T12:00:00Z" : "a text that is not empty";
  }

  /** Reads an integer, written as JSON has them. Empty if the text is none, or out of range. */
  Optional<BigInteger> integer(String text) {
    return Optional.of(text)
        .filter(digits -> digits.length() <= MOST_CHARACTERS && INTEGER.matcher(digits).matches())
        .map(BigInteger::new)
        .filter(number -> number.compareTo(least) >= 0 && number.compareTo(most) <= 0);
  }

  static Optional<Field> of(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }

  /** The names of all fields but labels. */
  static List<String> names() {
    return Arrays.stream(values()).map(Field::label).toList();
  }

  /** Returns the name of a label that a column holds; empty if the column holds none. */
  static Optional<String> labelOf(String column) {
    return column.startsWith(LABEL) && column.length() > LABEL.length()
        ? Optional.of(column.substring(LABEL.length()))
        : Optional.empty();
  }

  /**
   * Checks which fields are together in a line, or in all lines of a table.
   *
   * @param line the number of the line that names them
   * @throws BadLine if a field is missing, or two exclude each other
   */
  static void checkTogether(long line, Set<Field> given, boolean haveLabels) {
    if (!given.contains(COUNTER)) {
      throw new BadLine(line, "counter is missing");
    }
    if (given.contains(COUNT) && given.contains(DELTA)) {
      throw new BadLine(line, "count and delta mean the same; only one may be given");
    }
    if (given.stream().noneMatch(OF_STATEMENTS::contains)) {
      return;
    }
    if (!given.containsAll(EnumSet.of(ACTOR, VERSION, VALUE))) {
      throw new BadLine(line, "actor, version and value belong together");
    }
    if (haveLabels || given.stream().anyMatch(OF_EVENTS::contains)) {
      throw new BadLine(line, "what an actor states has no count, delta, events, id or labels");
    }
  }
}
