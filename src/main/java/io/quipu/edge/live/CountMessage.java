package io.quipu.edge.live;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.SeriesAnswer;
import io.quipu.engine.live.Reading;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Encodes counts as messages. One reading goes to all connections that follow the counter. Only
 * {@code seq} differs between the messages of one reading, so the last reading is kept in encoded
 * form. Confined to the context of one HTTP instance.
 */
final class CountMessage {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private @Nullable Reading encoded;
  private String beforeSeq = "";
  private String afterSeq = "";

  String of(Reading reading, long seq) {
    if (!reading.equals(encoded)) {
      encode(reading);
    }
    return beforeSeq + seq + afterSeq;
  }

  /** Tells whether a reading is of several series of a counter. */
  static boolean isOfSeries(Reading reading) {
    return reading.answer() instanceof SeriesAnswer;
  }

  private void encode(Reading reading) {
    JsonText json = new JsonText().beginObject();
    if (isOfSeries(reading)) {
      json.field("type", "series");
    } else {
      json.field("type", "count");
    }
    reading.answer().write(json);
    beforeSeq = json.name("seq").toString();
    afterSeq = ",\"asOf\":\"" + MILLIS.format(reading.asOf()) + "\"}";
    encoded = reading;
  }
}
