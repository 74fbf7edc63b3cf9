package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.names.Namespace;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Uses namespaces whose settings may be some seconds old. If the use names something that the
 * settings do not have ({@link InvalidInput#isUnknown}), they may be too old. So it is tried again
 * with the settings of now, and is refused only if these are the same, or do not have it either.
 *
 * <p>A use has done nothing yet when it throws {@link InvalidInput} or {@link InvalidDraft}.
 *
 * @param now looks up the settings that a namespace has now
 */
record NamespaceUse(Function<Namespace, Future<Namespace>> now) {

  /** Uses one namespace. */
  <T> Future<T> of(Namespace found, Function<Namespace, Future<T>> use) {
    try {
      return use.apply(found);
    } catch (InvalidInput refusal) {
      return again(found, refusal, refusal, use);
    } catch (InvalidDraft refusal) {
      return again(found, refusal, refusal.finding(), use);
    }
  }

  private <T> Future<T> again(
      Namespace found,
      RuntimeException refusal,
      InvalidInput finding,
      Function<Namespace, Future<T>> use) {
    return finding.isUnknown()
        ? now.apply(found)
            .compose(newer -> newer.equals(found) ? Future.failedFuture(refusal) : use.apply(newer))
        : Future.failedFuture(refusal);
  }

  /**
   * Uses several namespaces to accept events.
   *
   * @param found by name
   */
  <T> Future<T> of(Map<String, Namespace> found, Function<Map<String, Namespace>, Future<T>> use) {
    return of(found, new HashSet<>(), use);
  }

  /**
   * @param tried the namespaces whose settings are those of now
   */
  private <T> Future<T> of(
      Map<String, Namespace> found,
      Set<String> tried,
      Function<Map<String, Namespace>, Future<T>> use) {
    try {
      return use.apply(found);
    } catch (InvalidDraft refusal) {
      String refusing = refusal.draft().counter().namespace();
      if (!tried.add(refusing)) {
        return Future.failedFuture(refusal);
      }
      return again(
          Objects.requireNonNull(found.get(refusing)),
          refusal,
          refusal.finding(),
          newer -> {
            Map<String, Namespace> others = new HashMap<>(found);
            others.put(refusing, newer);
            return of(others, tried, use);
          });
    }
  }
}
