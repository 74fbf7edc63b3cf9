package io.quipu.engine.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Collects what comes up during one turn of an event loop, and hands it on at the turn's end.
 * Nothing waits for a timer: what is alone goes out as soon as the loop has done what it was at.
 * Confined to one context.
 *
 * @param <T> what is collected
 */
public final class Batcher<T> {
  private final Executor context;
  private final Consumer<List<T>> end;
  private List<T> collected = new ArrayList<>();

  /**
   * @param context executes after what is executing now
   * @param end takes over what was collected, never nothing
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
