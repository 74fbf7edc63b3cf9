package io.quipu.engine.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Collects items until the event loop has ended its current task and the tasks that were queued
 * before the first item. Then passes all items on. No item waits for a timer. Confined to one
 * context.
 *
 * @param <T> the type of the items
 */
public final class Batcher<T> {
  private final Executor context;
  private final Consumer<List<T>> end;
  private List<T> collected = new ArrayList<>();

  /**
   * @param context executes a task after the current task
   * @param end receives the collected items, at least one
   */
  public Batcher(Executor context, Consumer<List<T>> end) {
    this.context = context;
    this.end = end;
  }

  public void add(T item) {
    collected.add(item);
    if (collected.size() == 1) {
      context.execute(this::end);
    }
  }

  private void end() {
    List<T> whole = collected;
    collected = new ArrayList<>();
    end.accept(whole);
  }
}
