package io.quipu.http;

import io.quipu.counter.CounterName;
import java.util.ArrayList;
import java.util.List;

/**
 * The path of a request, cut into its segments before anything is decoded: a counter's name may
 * hold {@code /}, {@code %} or {@code ..}, and a framework that decodes or normalises first would
 * have lost it.
 *
 * @param segments raw, as they were sent
 */
public record CounterPath(List<String> segments) {
  public CounterPath {
    segments = List.copyOf(segments);
  }

  /**
   * Cuts a raw path at its slashes. Empty segments stay, so that an empty name is noticed where it
   * stands.
   *
   * @param raw begins with a slash
   */
  public static CounterPath of(String raw) {
    List<String> segments = new ArrayList<>(6);
    int start = 1;
    for (int i = 1; i < raw.length(); i++) {
      if (raw.charAt(i) == '/') {
        segments.add(raw.substring(start, i));
        start = i + 1;
      }
    }
    segments.add(raw.length() > start ? raw.substring(start) : "");
    return new CounterPath(segments);
  }

  public int length() {
    return segments.size();
  }

  public String raw(int index) {
    return segments.get(index);
  }

  /**
   * The namespace in a segment.
   *
   * @throws io.quipu.counter.InvalidInput naming {@code namespace}
   */
  public String namespace(int index) {
    String namespace = Percent.decode("namespace", raw(index));
    CounterName.checkNamespace(namespace);
    return namespace;
  }

  /**
   * The counter in two segments.
   *
   * @throws io.quipu.counter.InvalidInput naming {@code namespace} or {@code counter}
   */
  public CounterName counter(int namespaceIndex, int counterIndex) {
    return new CounterName(namespace(namespaceIndex), Percent.decode("counter", raw(counterIndex)));
  }
}
