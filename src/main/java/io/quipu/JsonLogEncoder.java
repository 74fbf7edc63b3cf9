package io.quipu;

import ch.qos.logback.classic.encoder.JsonEncoder;

/**
 * A log event as one JSON object in one line; its {@code message} is the text, arguments filled in.
 */
public final class JsonLogEncoder extends JsonEncoder {
  /** Made by Logback, see {@code logback-json.xml}. */
  public JsonLogEncoder() {
    setWithNanoseconds(false);
    setWithSequenceNumber(false);
    setWithContext(false);
    setWithMessage(false);
    setWithArguments(false);
    setWithFormattedMessage(true);
  }

  @Override
  protected void appenderMember(StringBuilder json, String key, String value) {
    super.appenderMember(
        json, key.equals(FORMATTED_MESSAGE_ATTR_NAME) ? MESSAGE_ATTR_NAME : key, value);
  }
}
