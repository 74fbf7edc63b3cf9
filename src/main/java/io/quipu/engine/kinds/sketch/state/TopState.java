package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.datasketches.common.ArrayOfStringsSerDe;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.apache.datasketches.memory.Memory;

/**
 * The most frequent values, at most 384 of them (Misra and Gries 1982, in the form of Anderson and
 * others 2017). The number of events of a value certainly lies between two bounds, and the bounds
 * differ by at most 0.7% of all events. The state has every value with more than 0.7% of all
 * events; an answer may have fewer values than the state.
 */
final class TopState extends SketchState {
  private static final int MAP_SIZE = 512;

  private ItemsSketch<String> sketch = new ItemsSketch<>(MAP_SIZE);

  @Override
  void take(SketchValue value) {
    sketch.update(value.item());
  }

  @Override
  void takeAll(SketchState other) {
    sketch.merge(((TopState) other).sketch);
  }

  @Override
  void write(BlobWriter blob) {
    blob.bytes(sketch.toByteArray(new ArrayOfStringsSerDe()));
  }

  @Override
  void read(BlobReader blob) {
    sketch = ItemsSketch.getInstance(Memory.wrap(blob.bytes()), new ArrayOfStringsSerDe());
  }

  @Override
  public SketchResult result(SketchOptions options) {
    List<TopItems.Item> items = new ArrayList<>();
    for (ItemsSketch.Row<String> row : sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES)) {
      items.add(
          new TopItems.Item(
              row.getItem(), row.getEstimate(), row.getLowerBound(), row.getUpperBound()));
    }
    items.sort(
        Comparator.comparingLong(TopItems.Item::estimate)
            .reversed()
            .thenComparing(TopItems.Item::item));
    return new TopItems(items.stream().limit(options.items()).toList());
  }
}
