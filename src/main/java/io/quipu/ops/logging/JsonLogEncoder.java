package io.quipu.ops.logging;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Writes each log event as one JSON object on one line. The member {@code message} is the message
 * with its arguments inserted. The member {@code fields} maps the names of the key-value pairs to
 * the values, as texts.
 */
public final class JsonLogEncoder extends JsonEncoder {
  private static final String FIELDS = "fields";

  /** Creates an encoder. Logback calls this constructor because of {@code logback-json.xml}. */
  public JsonLogEncoder() {
    setWithNanoseconds(false);
    setWithSequenceNumber(false);
    setWithContext(false);
    setWithMessage(false);
    setWithArguments(false);
    setWithFormattedMessage(true);
  }

  /** Writes one object, because Logback's list of objects could not be searched by name. */
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
