package io.quipu.edge.counters;

import io.quipu.edge.web.Percent;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.names.CounterName;

/** Reads names from the path of a request. The path is split before the names are decoded. */
public final class CounterPath {
  private CounterPath() {}

  /**
   * The {@code {namespace}} of the path.
   *
   * @throws io.quipu.engine.input.InvalidInput if the name is not valid, naming {@code namespace}
   */
  public static String namespace(RoutedRequest request) {
    return namespace(request.segment("namespace"));
  }

  /**
   * The {@code {namespace}} and {@code {counter}} of the path.
   *
   * @throws io.quipu.engine.input.InvalidInput if a name is not valid, naming {@code namespace} or
   *     {@code counter}
   */
  public static CounterName counter(RoutedRequest request) {
    return counter(request.segment("namespace"), request.segment("counter"));
  }

  public static CounterName counter(String rawNamespace, String rawCounter) {
    return new CounterName(namespace(rawNamespace), Percent.decode("counter", rawCounter));
  }

  private static String namespace(String raw) {
    String namespace = Percent.decode("namespace", raw);
    CounterName.checkNamespace(namespace);
    return namespace;
  }
}
