package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.JsonText;
import java.math.BigDecimal;
import java.util.List;

/**
 * The most frequent values of a counter.
 *
 * @param items the values, the most frequent first
 */
record TopItems(List<Item> items) implements SketchResult {
  /**
   * A value and the number of its events, which lies from {@code lower} to {@code upper}.
   *
   * @param item the text of the value, see {@link SketchValue#item}
   * @param estimate the approximate number of events
   */
  record Item(String item, long estimate, long lower, long upper) {}

  @Override
  public void write(JsonText json) {
    json.name("items").beginArray();
    for (Item one : items) {
      json.beginObject().name("item");
      String text = SketchValue.textOf(one.item);
      if (text == null) {
        json.value(new BigDecimal(one.item));
      } else {
        json.value(text);
      }
      json.field("estimate", one.estimate)
          .field("lower", one.lower)
          .field("upper", one.upper)
          .endObject();
    }
    json.endArray();
  }
}
