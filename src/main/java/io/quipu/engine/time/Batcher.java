package io.quipu.engine.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Collects the items of one turn of an event loop, and hands them on at the end of the turn. No
 * item waits for a timer: a single item goes out as soon as the loop has ended its current task.
 * Confined to one context.
 *
 * @param <T> the items
 */
public final class Batcher<T> {
  private final Executor context;
  private final Consumer<List<T>> end;
  private List<T> collected = new ArrayList<>();

  /**
   * @param context executes after the current task
   * @param end takes the collected items, at least one
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
