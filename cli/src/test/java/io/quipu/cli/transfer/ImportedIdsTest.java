package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.client.Event;
import io.quipu.client.QuipuClient;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;

/** Two events have one id only if the file says so, or if they are one line of one run. */
class ImportedIdsTest {
  private static final QuipuClient CLIENT = QuipuClient.to("http://127.0.0.1:1");

  /** Texts that are made of each other, as runs, ids and their parts could be. */
  private static final List<String> TEXTS =
      List.of("r", "r:1", "r:1:1", "r:2", "1", ":", "r:", "2:1");

  @AfterContainer
  static void close() {
    CLIENT.close(Duration.ZERO);
  }

  /**
   * @param id null for one that the import makes
   */
  private record Line(@Nullable String id, long count, long events) {}

  @Property
  void areOfOneEventEach(
      @ForAll("texts") String run,
      @ForAll("texts") String other,
      @ForAll("lines") List<Line> lines,
      @ForAll("lines") List<Line> others) {
    List<String> ids = new ArrayList<>(ids(run, lines));
    assertThat(ids).doesNotHaveDuplicates();
    List<Line> unnamed = others.stream().filter(line -> line.id() == null).toList();
    if (!run.equals(other)) {
      ids.addAll(ids(other, unnamed));
      assertThat(ids).doesNotHaveDuplicates();
    }
  }

  private static List<String> ids(String run, List<Line> lines) {
    Import imported = new Import(CLIENT, "votes", run);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      BigInteger count = BigInteger.valueOf(line.count());
      Entry entry = new Entry(i + 1, null, "a", count, line.events(), line.id(), null);
      imported.events(entry).stream().map(Event::id).forEach(ids::add);
    }
    return ids;
  }

  @Property
  void theRunOfAFileIsThatOfItsContentAndMeaning_andOfNothingElse(
      @ForAll("settings") FileSettings one,
      @ForAll("settings") FileSettings two,
      @ForAll("texts") String content,
      @ForAll("texts") String other)
      throws IOException {
    boolean same =
        content.equals(other)
            && one.columns().equals(two.columns())
            && String.valueOf(one.into()).equals(String.valueOf(two.into()))
            && String.valueOf(one.zone()).equals(String.valueOf(two.zone()));
    assertThat(run(content, one).equals(run(other, two))).isEqualTo(same);
  }

  private static String run(String content, FileSettings settings) throws IOException {
    Path file = Files.writeString(Files.createTempFile("run", ".csv"), content);
    try {
      return FileRun.of(file, settings.meaning());
    } finally {
      Files.delete(file);
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(TEXTS);
  }

  /** Lines of which no two name the same id. */
  @Provide
  Arbitrary<List<Line>> lines() {
    Arbitrary<Line> line =
        Combinators.combine(
                texts().injectNull(0.5),
                Arbitraries.of(0L, 1L, 2_000_000_000_000_000L),
                Arbitraries.of(1L, 2L, 3_000_000L))
            .as(Line::new);
    return line.list()
        .ofMaxSize(6)
        .uniqueElements(one -> one.id() == null ? new Object() : one.id());
  }

  @Provide
  Arbitrary<FileSettings> settings() {
    Arbitrary<Map<String, String>> columns =
        Combinators.combine(
                Arbitraries.of(Set.of("mobile", "desktop")),
                Arbitraries.of(Set.of("date", "day")),
                Arbitraries.of(true, false))
            .as(
                (count, time, isMapped) ->
                    isMapped ? new TreeMap<>(Map.of("count", count, "time", time)) : Map.of());
    return Combinators.combine(
            Arbitraries.of(',', ';').injectNull(0.3),
            columns,
            Arbitraries.of("views", "visits").injectNull(0.3),
            Arbitraries.of("UTC", "Europe/Zurich").map(ZoneId::of).injectNull(0.3),
            Arbitraries.longs().between(1, 3))
        .as(FileSettings::new);
  }
}
