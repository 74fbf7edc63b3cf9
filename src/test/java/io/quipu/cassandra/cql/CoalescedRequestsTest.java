package io.quipu.cassandra.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Questions are numbers; those of the same last digit share a query, and the answer is their
 * square.
 */
class CoalescedRequestsTest {
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private final List<List<Integer>> queries = new ArrayList<>();
  private final List<CompletableFuture<Void>> inFlight = new ArrayList<>();
  private final CoalescedRequests<Integer, Integer> reads =
      new CoalescedRequests<>(loop::add, new Squares(), 16);

  @Test
  void nothingIsReadBeforeTheTurnIsOver() {
    CompletionStage<Integer> answer = reads.ask(3);

    assertThat(queries).isEmpty();
    endTurn();

    assertThat(queries).containsExactly(List.of(3));
    assertThat(answer.toCompletableFuture()).isNotDone();
    answerAll();
    assertThat(answer.toCompletableFuture()).isCompletedWithValue(9);
  }

  @Test
  void thoseOfOneGroupShareAQueryOfOneTurn_inTheirOrder_andEachHasItsOwnAnswer() {
    List<CompletionStage<Integer>> answers =
        IntStream.of(11, 2, 21, 12, 1, 3).mapToObj(reads::ask).toList();
    endTurn();

    assertThat(queries).containsExactly(List.of(11, 21, 1), List.of(2, 12), List.of(3));
    answerAll();
    assertThat(answers.stream().map(answer -> answer.toCompletableFuture().join()))
        .containsExactly(121, 4, 441, 144, 1, 9);
  }

  @Test
  void theSameMayBeAskedTwice() {
    CompletionStage<Integer> first = reads.ask(5);
    CompletionStage<Integer> second = reads.ask(5);
    endTurn();
    answerAll();

    assertThat(first.toCompletableFuture()).isCompletedWithValue(25);
    assertThat(second.toCompletableFuture()).isCompletedWithValue(25);
  }

  @Test
  void aQueryIsBounded_howeverManyAsk() {
    IntStream.range(0, 33).forEach(i -> reads.ask(10 * i));
    endTurn();

    assertThat(queries.stream().map(List::size)).containsExactly(16, 16, 1);
    assertThat(queries.stream().flatMap(List::stream)).hasSize(33).doesNotHaveDuplicates();
  }

  /** Of size three, but for the last. */
  @Test
  void largeOnesTakeMoreOfAQuery_andOneThatIsLargerIsReadByItself() {
    IntStream.range(0, 7).forEach(i -> reads.ask(1_000 + 10 * i));
    reads.ask(100_000);
    reads.ask(10);
    endTurn();

    assertThat(queries)
        .containsExactly(
            List.of(1_000, 1_010, 1_020, 1_030, 1_040),
            List.of(1_050, 1_060),
            List.of(100_000),
            List.of(10));
  }

  @Test
  void whatIsAskedInALaterTurnIsReadByItself() {
    reads.ask(1);
    endTurn();
    reads.ask(11);
    endTurn();

    assertThat(queries).containsExactly(List.of(1), List.of(11));
  }

  @Test
  void whatIsAskedOnAnAnswerIsReadInTheNextTurn() {
    reads.ask(1).thenAccept(reads::ask);
    reads.ask(11).thenAccept(reads::ask);
    endTurn();
    answerAll();
    assertThat(queries).containsExactly(List.of(1, 11));
    endTurn();

    assertThat(queries).containsExactly(List.of(1, 11), List.of(1, 121));
  }

  @Test
  void aFailureIsThatOfItsQueryAlone() {
    CompletionStage<Integer> one = reads.ask(1);
    CompletionStage<Integer> eleven = reads.ask(11);
    CompletionStage<Integer> two = reads.ask(2);
    endTurn();
    inFlight.get(0).completeExceptionally(new IllegalStateException("unavailable"));
    inFlight.get(1).complete(null);

    for (CompletionStage<Integer> failed : List.of(one, eleven)) {
      assertThatThrownBy(() -> failed.toCompletableFuture().join())
          .hasRootCauseMessage("unavailable");
    }
    assertThat(two.toCompletableFuture()).isCompletedWithValue(4);
  }

  private void endTurn() {
    for (int left = loop.size(); left > 0; left--) {
      loop.remove().run();
    }
  }

  private void answerAll() {
    List.copyOf(inFlight).forEach(query -> query.complete(null));
  }

  private final class Squares implements CoalescedRequests.Query<Integer, Integer> {
    @Override
    public Object group(Integer ask) {
      return ask % 10;
    }

    @Override
    public int size(Integer ask) {
      return ask < 1_000 ? 1 : ask < 100_000 ? 3 : 17;
    }

    @Override
    public CompletionStage<Integer> askOne(Integer ask) {
      return askSeveral(List.of(ask)).thenApply(all -> all.get(0));
    }

    @Override
    public CompletionStage<List<Integer>> askSeveral(List<Integer> asks) {
      CompletableFuture<Void> answered = new CompletableFuture<>();
      queries.add(asks);
      inFlight.add(answered);
      return answered.thenApply(done -> asks.stream().map(ask -> ask * ask).toList());
    }
  }
}
