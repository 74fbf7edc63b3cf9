package io.quipu.testing.fuzz;

import java.util.List;
import java.util.Random;

/** A read with a method, accepted types and conditions drawn from a seed. */
final class ReadVariation {
  private static final List<String> TYPES =
      List.of("application/json", "text/csv", "text/*", "*/*", "image/svg+xml", "text/html", "a/b");
  private static final List<String> WEIGHTS =
      List.of("", ";q=0", ";q=0.0", ";q=.5", ";q=0.5", ";q=1", ";q=1.000", ";q=2", ";q=x", ";q");
  private static final List<String> CONDITIONS = List.of("If-None-Match", "If-Match");
  private static final List<String> TAGS =
      List.of("*", "\"5-5\"", "W/\"5-5\"", "\"5-5-csv\"", "\"1-1-csv\"", "\"*\"", "\"", "\"a\", *");

  private final Random random;

  ReadVariation(Random random) {
    this.random = random;
  }

  /** Varies a request without a body that ends with its head; returns any other as it is. */
  String of(String request) {
    if (!request.startsWith("GET ") || random.nextInt(3) == 0) {
      return request;
    }
    String line = request.substring(0, request.indexOf("\r\nAccept:"));
    StringBuilder varied = new StringBuilder(random.nextInt(3) == 0 ? "HEAD" : "GET");
    varied.append(line.substring("GET".length())).append("\r\nAccept: ");
    for (int i = random.nextInt(3); i >= 0; i--) {
      varied.append(any(TYPES)).append(any(WEIGHTS)).append(i == 0 ? "" : ", ");
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      varied.append("\r\n").append(any(CONDITIONS)).append(": ").append(any(TAGS));
    }
    return varied.append("\r\n\r\n").toString();
  }

  private String any(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}
