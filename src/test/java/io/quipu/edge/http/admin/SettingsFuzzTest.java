package io.quipu.edge.http.admin;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.edge.http.ReferenceEvents;
import io.quipu.edge.http.read.CountsInput;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.Json;
import io.quipu.testing.fuzz.ReferenceJson;
import io.vertx.core.buffer.Buffer;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Bodies that ask for counts or settings, as a second reading of the contract takes them. */
class SettingsFuzzTest {
  private static final Set<String> SETTINGS =
      Set.of("kind", "deduplicate", "retain", "shards", "windows");
  private static final String LENGTH = "(0|[1-9][0-9]{0,8})[smhd]";
  private static final Map<String, Granularity> GRANULARITIES =
      Map.of("minute", Granularity.MINUTE, "hour", Granularity.HOUR, "day", Granularity.DAY);

  @FuzzTest
  void counts(byte[] body) {
    Optional<List<CounterName>> ours =
        Finding.accepted(() -> CountsInput.counters(Buffer.buffer(body)));
    String text = Finding.utf8(body).orElse("");
    Optional<List<CounterName>> reference =
        fields(text, Set.of("counters"))
            .flatMap(fields -> Optional.ofNullable(fields.get("counters")))
            .flatMap(Json::elements)
            .flatMap(each -> ReferenceEvents.all(each, SettingsFuzzTest::counter));
    Finding.unlessAgreed(text, ours, reference);
  }

  @FuzzTest
  void namespace(byte[] body) {
    Optional<NamespaceChange> ours =
        Finding.accepted(
            () -> accepted(NamespaceInput.change(TestKinds.TALLIES, "votes", Buffer.buffer(body))));
    String text = Finding.utf8(body).orElse("");
    Finding.unlessAgreed(text, ours, fields(text, SETTINGS).flatMap(SettingsFuzzTest::change));
  }

  /** If a namespace can be created by it. */
  private static NamespaceChange accepted(NamespaceChange change) {
    change.created(TestKinds.TALLIES);
    return change;
  }

  private static Optional<Map<String, Json>> fields(String text, Set<String> allowed) {
    return ReferenceJson.parse(text).flatMap(json -> json.value().fields(allowed));
  }

  private static Optional<CounterName> counter(Json json) {
    return json.fields(Set.of("namespace", "counter")).flatMap(ReferenceEvents::counter);
  }

  private static Optional<NamespaceChange> change(Map<String, Json> fields) {
    Optional<String> kind = text(fields, "kind", "event|unique|latest");
    Optional<TimeSpan> deduplicate =
        text(fields, "deduplicate", "off|forever|(?!0)" + LENGTH).map(TimeSpan::new);
    Optional<TimeSpan> retain = text(fields, "retain", "forever|" + LENGTH).map(TimeSpan::new);
    Optional<Integer> shards =
        Optional.ofNullable(fields.get("shards"))
            .flatMap(Json::integer)
            .filter(n -> n.signum() > 0 && n.compareTo(BigInteger.valueOf(64)) <= 0)
            .map(BigInteger::intValueExact);
    Optional<Set<Granularity>> windows =
        Optional.ofNullable(fields.get("windows")).flatMap(SettingsFuzzTest::windows);
    long read =
        List.of(kind, deduplicate, retain, shards, windows).stream()
            .filter(Optional::isPresent)
            .count();
    boolean forgets = deduplicate.filter(span -> !span.isForever()).isPresent();
    boolean remembers = deduplicate.filter(span -> !span.equals(TimeSpan.OFF)).isPresent();
    return read < fields.size()
            || (kind.equals(Optional.of("unique")) && forgets)
            || (kind.equals(Optional.of("latest")) && remembers)
        ? Optional.empty()
        : Optional.of(
            new NamespaceChange(
                "votes",
                kind.orElse(null),
                deduplicate.orElse(null),
                retain.orElse(null),
                shards.orElse(null),
                windows.orElse(null),
                Map.of()));
  }

  private static Optional<String> text(Map<String, Json> fields, String name, String form) {
    return Optional.ofNullable(fields.get(name))
        .flatMap(Json::text)
        .filter(text -> text.matches(form));
  }

  private static Optional<Set<Granularity>> windows(Json json) {
    if (json.elements().isEmpty()) {
      return Optional.empty();
    }
    Set<Granularity> windows = new HashSet<>();
    for (Json each : json.elements().get()) {
      if (each.text().map(GRANULARITIES::get).filter(windows::add).isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(windows);
  }
}
