package io.quipu.tools.cli.transfer;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** Formats of files. Entries are read one by one, so a file may be larger than the memory. */
public enum Entries {
  /**
   * A JSON object in each line that is not blank. The members are {@code counter}, and optionally
   * {@code count} or {@code delta}, {@code events}, {@code id}, {@code time}, {@code labels} (an
   * object of texts) and {@code namespace}; or, of kind {@code latest}, {@code actor}, {@code
   * version}, {@code value}, and optionally {@code replaces}, {@code time} and {@code namespace}.
   */
  NDJSON {
    @Override
    public Stream<Entry> read(Reader text) {
      AtomicLong number = new AtomicLong();
      return new BufferedReader(text)
          .lines()
          .map(line -> Map.entry(number.incrementAndGet(), line))
          .filter(line -> !line.getValue().isBlank())
          .map(line -> ofObject(line.getKey(), line.getValue()));
    }
  },

  /**
   * Lines of comma-separated values. The first line names the columns as in NDJSON, and each label
   * as {@code labels.country}; an event does not have the label of an empty value. An entry has the
   * number of its first line.
   */
  CSV {
    @Override
    public Stream<Entry> read(Reader text) {
      try {
        CSVParser parser =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get().parse(text);
        if (!parser.getHeaderNames().contains("counter")) {
          throw new BadLine(1, "it must name the columns, and counter among them");
        }
        return StreamSupport.stream(new CsvEntries(parser), false);
      } catch (CSVException e) {
        throw new BadLine(1, NO_CSV);
      } catch (IllegalArgumentException e) {
        throw new BadLine(1, "it must name each column");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  };

  private static final String NO_CSV =
      "it is not valid CSV: quotes must enclose a whole value, and a quote within it be doubled";

  /** The beginning of the columns with the values of labels. */
  private static final String LABEL = "labels.";

  /** The maximum number of digits of an amount. A longer number must be a mistake. */
  private static final int MOST_DIGITS = 20;

  /** The maximum number of happenings of an entry: 10,000 events of as many as one may have. */
  private static final BigInteger MOST_HAPPENINGS = BigInteger.TEN.pow(10);

  /**
   * Returns the entries of a text, read lazily. The stream throws {@link BadLine} at the first line
   * that is not an entry.
   *
   * @throws BadLine if the first line of CSV does not name the column {@code counter}
   */
  public abstract Stream<Entry> read(Reader text);

  private static Entry ofObject(long line, String text) {
    try {
      JsonObject object = new JsonObject(text);
      return entry(
          line,
          string(object, "namespace"),
          string(object, "counter"),
          statement(name -> text(object.getValue(name))),
          text(object.getValue("count")),
          text(object.getValue("delta")),
          text(object.getValue("events")),
          string(object, "id"),
          string(object, "time"),
          labels(object.getJsonObject("labels")));
    } catch (DecodeException | ClassCastException e) {
      throw new BadLine(
          line, "it must be a JSON object such as {\"counter\": \"a\", \"count\": 5}");
    }
  }

  /** Rejects values of other types, which {@link JsonObject#getString} would convert to text. */
  private static @Nullable String string(JsonObject object, String name) {
    return (String) object.getValue(name);
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static Entry ofRecord(long line, CSVRecord record) {
    Map<String, String> columns = record.toMap();
    return entry(
        line,
        given(columns, "namespace"),
        columns.get("counter"),
        statement(name -> given(columns, name)),
        given(columns, "count"),
        given(columns, "delta"),
        given(columns, "events"),
        given(columns, "id"),
        given(columns, "time"),
        labels(columns));
  }

  private static Map<String, String> labels(@Nullable JsonObject object) {
    Map<String, String> labels = new TreeMap<>();
    if (object != null) {
      for (String label : object.fieldNames()) {
        labels.put(label, Objects.requireNonNullElse(string(object, label), ""));
      }
    }
    return labels;
  }

  private static Map<String, String> labels(Map<String, String> columns) {
    Map<String, String> labels = new TreeMap<>();
    columns.forEach(
        (column, value) -> {
          if (column.startsWith(LABEL) && !value.isEmpty()) {
            labels.put(column.substring(LABEL.length()), value);
          }
        });
    return labels;
  }

  /** The entries of a parser, read on demand. */
  private static final class CsvEntries extends Spliterators.AbstractSpliterator<Entry> {
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;

    CsvEntries(CSVParser parser) {
      super(Long.MAX_VALUE, ORDERED | NONNULL);
      this.parser = parser;
      this.records = parser.iterator();
    }

    @Override
    public boolean tryAdvance(Consumer<? super Entry> action) {
      // A record may have several lines: a value in quotes may have line ends.
      long line = parser.getCurrentLineNumber() + 1;
      try {
        if (!records.hasNext()) {
          return false;
        }
      } catch (UncheckedIOException e) {
        throw e.getCause() instanceof CSVException ? new BadLine(line, NO_CSV) : e;
      }
      action.accept(ofRecord(line, records.next()));
      return true;
    }
  }

  private static @Nullable String given(Map<String, String> columns, String name) {
    String value = columns.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** The members that only statements have, those that are there; none where there is no actor. */
  private static Map<String, String> statement(Function<String, @Nullable String> members) {
    Map<String, String> there = new TreeMap<>();
    for (String name : List.of("actor", "version", "value", "replaces")) {
      String text = members.apply(name);
      if (text != null) {
        there.put(name, text);
      }
    }
    return there.containsKey("actor") ? there : Map.of();
  }

  /** The actor that states the amount of a line that is a statement. */
  private static Stated stated(long line, Map<String, String> statement) {
    if (!statement.keySet().containsAll(List.of("actor", "version", "value"))) {
      throw new BadLine(line, "actor, version and value belong together");
    }
    String replaces = statement.get("replaces");
    return new Stated(
        Objects.requireNonNull(statement.get("actor")),
        version(line, statement.get("version")),
        replaces == null ? null : version(line, replaces));
  }

  private static long version(long line, @Nullable String text) {
    BigInteger version = amount(line, text, BigInteger.ZERO);
    if (version.bitLength() > Long.SIZE - 1) {
      throw new BadLine(line, text + " is no version: it must have 64 bits");
    }
    return version.longValue();
  }

  private static Entry entry(
      long line,
      @Nullable String namespace,
      @Nullable String counter,
      Map<String, String> statement,
      @Nullable String count,
      @Nullable String delta,
      @Nullable String events,
      @Nullable String id,
      @Nullable String time,
      Map<String, String> labels) {
    if (counter == null || counter.isEmpty()) {
      throw new BadLine(line, "counter is missing");
    }
    if (count != null && delta != null) {
      throw new BadLine(line, "count and delta mean the same; only one may be given");
    }
    if (!statement.isEmpty()) {
      if (count != null || delta != null || events != null || id != null || !labels.isEmpty()) {
        throw new BadLine(line, "what an actor states has no count, delta, events, id or labels");
      }
      Stated stated = stated(line, statement);
      BigInteger value = amount(line, statement.get("value"), BigInteger.ZERO);
      return new Entry(line, namespace, counter, value, 1, null, time(line, time), labels, stated);
    }
    BigInteger happenings = amount(line, events, BigInteger.ONE);
    if (happenings.signum() <= 0 || happenings.compareTo(MOST_HAPPENINGS) > 0) {
      throw new BadLine(line, "events must lie between 1 and 10^10");
    }
    BigInteger amount = amount(line, count == null ? delta : count, happenings);
    return new Entry(
        line,
        namespace,
        counter,
        amount,
        happenings.longValueExact(),
        id,
        time(line, time),
        labels,
        null);
  }

  private static @Nullable Instant time(long line, @Nullable String text) {
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new BadLine(line, text + " is not a time such as 2026-01-01T12:00:00Z");
    }
  }

  private static BigInteger amount(long line, @Nullable String text, BigInteger otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.precision() - number.scale() <= MOST_DIGITS) {
        return number.toBigIntegerExact();
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // refused below
    }
    throw new BadLine(line, text + " is not a whole number of at most " + MOST_DIGITS + " digits");
  }
}
