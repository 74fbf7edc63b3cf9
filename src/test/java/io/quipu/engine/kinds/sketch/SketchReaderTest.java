package io.quipu.engine.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.store.StoreUnavailable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SketchReaderTest {
  private final HandMadeSketchStore store = new HandMadeSketchStore();
  private final SketchReader reader = new SketchReader(store);

  private CompletionStage<Answer> read(KnownCounter counter) {
    return reader.count(new Question.Count(counter));
  }

  @ParameterizedTest
  @CsvSource({"top, 8", "quantiles, 64", "sum, 64"})
  void soManyAreReadAtOnce_whoeverAsks_andTheOthersWait(String state, int atOnce) {
    store.holds = true;
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (int request = 0; request < 20; request++) {
      String prefix = request + "/";
      answers.add(
          reader
              .many(
                  new Question.Many(
                      IntStream.range(0, 50).mapToObj(i -> counter(state, prefix + i)).toList()))
              .toCompletableFuture());
    }
    assertThat(store.asked).hasSize(atOnce).containsOnly("shards");
    store.release();
    assertThat(answers).allMatch(answer -> ((List<?>) answer.join()).size() == 50);
  }

  @Test
  void thoseOfAnotherStateAreReadMeanwhile() {
    store.holds = true;
    for (int i = 0; i < 100; i++) {
      read(counter("top", "t" + i));
    }
    read(counter("sum", "s"));
    assertThat(store.asked).hasSize(9);
  }

  @Test
  void moreThanAreReadInTimeAreRefused_andThereIsRoomAgainLater() {
    store.holds = true;
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      answers.add(read(counter("top", "t" + i % 100)).toCompletableFuture());
    }
    isRefused(read(counter("top", "one more")));
    isRefused(reader.many(new Question.Many(List.of(counter("sum", "s")))));
    store.release();
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(read(counter("top", "one more")).toCompletableFuture()).isCompleted();
  }

  @Test
  void statesAreMergedOnce_forAllThatWaitForThem() {
    DerivedName name = DerivedName.whole(new CounterName("top", "songs"));
    SketchState state = SketchType.TOP.empty();
    state.add(SketchValue.ofText("back in black"));
    byte[] stored = new byte[state.blob(SketchType.TOP).remaining()];
    state.blob(SketchType.TOP).get(stored);
    store.shards.put(name, new TreeMap<>(Map.of(1L, new Shard(1, ByteBuffer.wrap(stored)))));

    store.holds = true;
    read(counter("top", "songs"));
    List<CompletableFuture<Answer>> sharing = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sharing.add(
          read(counter("top", "songs"))
              .whenComplete((answer, failure) -> Arrays.fill(stored, (byte) 0))
              .toCompletableFuture());
    }
    store.release();
    assertThat(sharing).allMatch(answer -> ((SketchAnswer) answer.join()).events() == 1);
  }

  @Test
  void aDefectKeepsNobodyFromReading() {
    DerivedName name = DerivedName.whole(new CounterName("sum", "broken"));
    store.shards.put(
        name, new TreeMap<>(Map.of(1L, new Shard(1, ByteBuffer.wrap(new byte[] {9})))));
    for (int i = 0; i < 3_000; i++) {
      var broken = read(counter("sum", "broken")).toCompletableFuture();
      assertThat(catchThrowable(broken::join)).hasCauseInstanceOf(IllegalArgumentException.class);
    }
    assertThat(read(counter("sum", "well")).toCompletableFuture()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(SketchType.class)
  void aTimeOfWhichNothingIsKept_answersLikeACounterWithoutValues(SketchType type) {
    KnownCounter counter = counter(type.label(), "never");
    JsonText read = new JsonText().beginObject();
    read(counter).toCompletableFuture().join().writeParts(read);
    JsonText nothing = new JsonText().beginObject();
    new SketchKind(() -> store, null, null)
        .writeNothing(nothing, counter.namespace(), ReadOptions.USUAL);
    assertThat(nothing.endObject().toString())
        .isEqualTo(read.endObject().toString())
        .startsWith("{\"events\":0,");
  }

  private static void isRefused(CompletionStage<?> answer) {
    CompletableFuture<?> refused = answer.toCompletableFuture();
    assertThat(refused).isCompletedExceptionally();
    assertThat(StoreUnavailable.isBusy(catchThrowable(refused::join))).isTrue();
  }

  private static KnownCounter counter(String state, String name) {
    return TestNamespaces.sketch(new CounterName(state, name), state);
  }
}
