package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import io.quipu.cli.source.Source;
import io.quipu.cli.source.SourceFailure;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SourceEntriesTest {
  /** Parts that were read before. */
  private record Recorded(Iterator<List<Found>> parts) implements Source {
    static Recorded of(List<Found> part) {
      return new Recorded(List.of(part).iterator());
    }

    @Override
    public String name() {
      return "redis/3";
    }

    @Override
    public Optional<List<Found>> next() {
      return parts.hasNext() ? Optional.of(parts.next()) : Optional.empty();
    }

    @Override
    public void close() {}
  }

  @Test
  void whatIsFoundTwiceHasOneId_whateverItsValueIs() {
    SourceEntries entries =
        SourceEntries.ofRun(
            new Recorded(
                List.<List<Found>>of(
                        List.of(new Found.Counter("a", 5)),
                        List.of(),
                        List.of(new Found.Counter("a", 6), new Found.Counter("b", -1)))
                    .iterator()),
            "move");
    List<Entry> read = entries.read().toList();
    assertThat(read).extracting(Entry::counter).containsExactly("a", "a", "b");
    assertThat(read).extracting(Entry::id).containsOnly("move:redis/3");
  }

  @Test
  void aRunHasOneEventForACounter_soNoneForWhatTakesSeveral() {
    long most = 1_000_000_000_000_000L;
    List<Found> values =
        List.of(
            new Found.Counter("most", most),
            new Found.Counter("least", -most),
            new Found.Counter("more", most + 1),
            new Found.Counter("less", Long.MIN_VALUE));
    SourceEntries recorded = SourceEntries.ofRun(Recorded.of(values), "move");
    assertThat(recorded.read()).extracting(Entry::counter).containsExactly("most", "least");
    assertThat(recorded.skips().haveCounters()).isTrue();
    assertThat(recorded.skips().answer().members()).containsEntry("tooLarge", 2L);

    SourceEntries looked = SourceEntries.without(Recorded.of(values));
    assertThat(looked.read()).hasSize(4).extracting(Entry::id).containsOnlyNulls();
  }

  @Test
  void whatIsNoCounterIsSkippedAndSaid() {
    SourceEntries entries =
        SourceEntries.ofRun(
            Recorded.of(
                List.of(
                    new Found.Skipped("queue", SkipReason.OTHER_TYPE),
                    new Found.Skipped("motd", SkipReason.NO_INTEGER))),
            "move");
    assertThat(entries.read()).isEmpty();
    assertThat(entries.skips().haveCounters()).isFalse();
    assertThat(entries.skips().lines())
        .containsExactly(
            "Skipped: 1 keys of other types, such as queue",
            "Skipped: 1 values that are no integers of 64 bits, such as motd");
  }

  @Test
  void aNameThatIsTooLongIsACounterThatIsMissing() {
    SourceEntries entries =
        SourceEntries.ofRun(
            Recorded.of(
                List.of(
                    new Found.Counter("\u00e9".repeat(256), 1),
                    new Found.Counter("\u00e9".repeat(257), 1))),
            "move");
    assertThat(entries.read()).hasSize(1);
    assertThat(entries.skips().haveCounters()).isTrue();
  }

  @Test
  void aFailureIsNoEnd() {
    Source failing =
        new Source() {
          @Override
          public String name() {
            return "redis/0";
          }

          @Override
          public Optional<List<Found>> next() {
            throw new SourceFailure("gone");
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> SourceEntries.ofRun(failing, "move").read().iterator().hasNext())
        .isInstanceOf(SourceFailure.class);
  }
}
