package io.quipu.ops.logging;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * A log event as one JSON object in one line; its {@code message} is the text, arguments filled in,
 * and its {@code fields} are the values that were given beside it, as texts, by name.
 */
public final class JsonLogEncoder extends JsonEncoder {
  private static final String FIELDS = "fields";

  /** Made by Logback, see {@code logback-json.xml}. */
  public JsonLogEncoder() {
    setWithNanoseconds(false);
    setWithSequenceNumber(false);
    setWithContext(false);
    setWithMessage(false);
    setWithArguments(false);
    setWithFormattedMessage(true);
  }

  /** A list of objects with one member each, as Logback writes it, has no field to search by. */
  @Override
  protected void appendKeyValuePairs(StringBuilder json, ILoggingEvent event) {
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs == null || pairs.isEmpty()) {
      return;
    }
    Map<String, String> fields = new LinkedHashMap<>();
    pairs.forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
    json.append(VALUE_SEPARATOR);
    appendMap(json, FIELDS, fields);
  }

  @Override
  protected void appenderMember(StringBuilder json, String key, String value) {
    super.appenderMember(
        json, key.equals(FORMATTED_MESSAGE_ATTR_NAME) ? MESSAGE_ATTR_NAME : key, value);
  }
}
