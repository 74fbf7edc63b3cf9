package io.quipu.edge.web;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.ReferencePercent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Request targets: cut and decoded as the JDK would, and what is decoded can be sent again. */
class PathFuzzTest {
  private static final Set<String> PARAMETERS = Set.of("from", "to", "limit", "confirm", "ü");
  private static final List<PathTemplate> TEMPLATES =
      List.of(
          PathTemplate.of("/"),
          PathTemplate.of("/v1/events"),
          PathTemplate.of("/v1/counters/{namespace}/{counter}"),
          PathTemplate.of("/v1/counters/{namespace}/{counter}/events"),
          PathTemplate.of("/docs/**"));

  @FuzzTest
  void segment(byte[] bytes) {
    String raw = text(bytes);
    Optional<String> decoded = Finding.accepted(() -> Percent.decode("counter", raw));

    Finding.unlessEqual(decoded, ReferencePercent.decode(raw), "a decoded segment");
    decoded.ifPresent(
        name ->
            Finding.unlessEqual(
                Percent.decode("counter", ReferencePercent.encode(name)), name, "decoded again"));
  }

  @FuzzTest
  void path(byte[] bytes) {
    String raw = "/" + text(bytes);
    RawPath path = RawPath.of(raw);

    Finding.unlessEqual(path.segments(), List.of(raw.substring(1).split("/", -1)), "segments");
    Finding.unlessEqual("/" + path.from(0), raw, "what was cut can be joined");
    for (PathTemplate template : TEMPLATES) {
      Finding.unlessEqual(
          raw.matches(template.regex()), isOfShape(path, template.segments()), template.text());
    }
  }

  @FuzzTest
  void query(byte[] bytes) {
    String raw = text(bytes);
    Optional<Map<String, String>> ours =
        Finding.accepted(() -> Query.of(raw, PARAMETERS)).map(PathFuzzTest::values);

    Finding.unlessEqual(ours, reference(raw), "the parameters of a query");
  }

  /** HTTP hands out characters of Latin-1; the parsers should stand every other as well. */
  private static String text(byte[] bytes) {
    return Finding.utf8(bytes).orElse(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  private static boolean isOfShape(RawPath path, List<String> shape) {
    boolean isOpen = shape.get(shape.size() - 1).equals(PathTemplate.REST);
    int fixed = isOpen ? shape.size() - 1 : shape.size();
    if (isOpen ? path.segments().size() <= fixed : path.segments().size() != fixed) {
      return false;
    }
    for (int i = 0; i < fixed; i++) {
      if (!shape.get(i).startsWith("{") && !shape.get(i).equals(path.segment(i))) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> values(Query query) {
    Map<String, String> values = new HashMap<>();
    for (String name : PARAMETERS) {
      query.get(name).ifPresent(value -> values.put(name, value));
    }
    return values;
  }

  private static Optional<Map<String, String>> reference(String raw) {
    Map<String, String> values = new HashMap<>();
    for (String pair : raw.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      Optional<String> name = form(parts[0]).filter(PARAMETERS::contains);
      Optional<String> value = form(parts.length == 2 ? parts[1] : "");
      boolean isOnce =
          pair.isEmpty()
              || (name.isPresent()
                  && value.isPresent()
                  && values.put(name.get(), value.get()) == null);
      if (!isOnce) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  private static Optional<String> form(String raw) {
    return ReferencePercent.decode(raw.replace("+", "%20"));
  }
}
