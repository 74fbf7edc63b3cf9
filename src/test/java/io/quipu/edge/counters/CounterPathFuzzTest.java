package io.quipu.edge.counters;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.edge.http.ReferenceEvents;
import io.quipu.engine.names.CounterName;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.ReferencePercent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The names in a path: decoded segments that keep to the limits of names. */
class CounterPathFuzzTest {
  @FuzzTest
  void names(byte[] bytes) {
    String[] raw = new String(bytes, StandardCharsets.ISO_8859_1).split("/", 2);
    String namespace = raw[0];
    String counter = raw.length == 2 ? raw[1] : "";

    Optional<CounterName> ours = Finding.accepted(() -> CounterPath.counter(namespace, counter));
    Optional<CounterName> reference =
        ReferencePercent.decode(namespace)
            .flatMap(
                n -> ReferencePercent.decode(counter).flatMap(c -> ReferenceEvents.counter(n, c)));
    Finding.unlessEqual(ours, reference, "the name of a counter");
    ours.ifPresent(
        name ->
            Finding.unlessEqual(
                CounterPath.counter(name.namespace(), ReferencePercent.encode(name.name())),
                name,
                "the same counter by another spelling"));
  }
}
