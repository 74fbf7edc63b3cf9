package io.quipu.cassandra.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.driver.OpenedSession;
import io.quipu.cassandra.schema.Replication;
import io.quipu.cassandra.session.KeyspaceGuard;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.CassandraRowStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers on their way from the driver through Vert.x's client to the owner of a store. */
class RequestsTest {
  private static final Supplier<Statement<?>> ANY = RequestsTest::any;

  private final ScriptedDriver driver = new ScriptedDriver();
  private final KeyspaceGuard guard = new KeyspaceGuard("votes");
  private OwnerContext context;
  private CassandraClient client;
  private Requests requests;

  @BeforeEach
  void connect() {
    context = new OwnerContext();
    client = OpenedSession.client(context.vertx(), "test", driver.session());
    requests = new Requests(client, context.context(), guard::holds);
  }

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void answersArriveOnTheContext_whereverItWasAskedAndAnswered() {
    List<String> threads = new ArrayList<>();
    CompletionStage<Void> read = requests.readAll(ANY, row -> threads.add(threadName()));
    answer(1, true);
    answer(1, false);

    context.await(read);
    assertThat(threads).containsExactly(context.thread(), context.thread());
  }

  /** The first task that the driver's answer puts on the context completes the stage. */
  @Test
  void anAnswerTakesOneHop() {
    CompletionStage<WriteOutcome> written = asked(() -> requests.write(ANY));
    CompletableFuture<Boolean> doneByThen = new CompletableFuture<>();

    awaitAsked(1);
    driver.answer(0, false);
    context.execute(() -> doneByThen.complete(written.toCompletableFuture().isDone()));

    assertThat(doneByThen.join()).isTrue();
  }

  @Test
  void theDriversOwnFailureDecidesTheOutcome() {
    CompletionStage<WriteOutcome> refused = requests.write(ANY);
    fail(new NoNodeAvailableException());
    assertThat(context.await(refused)).isEqualTo(WriteOutcome.REFUSED);

    CompletionStage<WriteOutcome> unknown = requests.write(ANY);
    fail(new ClosedConnectionException("lost"));
    assertThat(context.await(unknown)).isEqualTo(WriteOutcome.UNKNOWN);

    CompletionStage<CasOutcome> undecided = requests.conditional(ANY);
    fail(new NoNodeAvailableException());
    assertThat(context.await(undecided)).isEqualTo(CasOutcome.UNKNOWN);

    NoNodeAvailableException failure = new NoNodeAvailableException();
    CompletionStage<Integer> read = requests.read(ANY, page -> 1);
    fail(failure);
    assertThatThrownBy(() -> context.await(read))
        .isInstanceOf(StoreUnavailable.class)
        .cause()
        .isSameAs(failure);
  }

  @Test
  void aWriteAfterTheClientWasClosedIsOfUnknownOutcome() {
    context.await(client.close().toCompletionStage());

    assertThat(context.await(requests.write(ANY))).isEqualTo(WriteOutcome.UNKNOWN);
    assertThat(context.await(requests.conditional(ANY))).isEqualTo(CasOutcome.UNKNOWN);
  }

  /** Requests in flight then may have been answered by a majority of before. */
  @Test
  void nothingIsSentOrBelieved_onceTheReplicationIsAnother() {
    guard.expect(replicas(1));
    CompletionStage<WriteOutcome> written = requests.write(ANY);
    answer(0, false);
    assertThat(context.await(written)).isEqualTo(WriteOutcome.WRITTEN);

    CompletionStage<WriteOutcome> inFlight = requests.write(ANY);
    awaitAsked(2);
    guard.saw(replicas(1));
    assertThat(guard.complaint()).isEmpty();
    guard.saw(replicas(3));
    driver.answer(1, false);

    assertThat(context.await(inFlight)).isEqualTo(WriteOutcome.UNKNOWN);
    assertThat(context.await(requests.write(ANY))).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(requests.conditional(ANY))).isEqualTo(CasOutcome.UNKNOWN);
    assertThatThrownBy(() -> context.await(requests.read(ANY, page -> 1)))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(driver.asked()).isEqualTo(2);

    guard.saw(replicas(1));
    assertThat(context.await(requests.write(ANY)))
        .as("as before is not as if nothing had happened")
        .isEqualTo(WriteOutcome.REFUSED);
  }

  private static Replication replicas(int count) {
    return new Replication("NetworkTopologyStrategy", Map.of("datacenter1", count));
  }

  @Test
  void aPageThatFailsFailsTheRead_andNothingIsHandedOverAfterwards() {
    List<Row> rows = new ArrayList<>();
    CompletionStage<Void> read = requests.readAll(ANY, rows::add);
    answer(3, true);
    fail(new NoNodeAvailableException());

    assertThatThrownBy(() -> context.await(read)).isInstanceOf(StoreUnavailable.class);
    assertThat(rows).hasSize(3);
    assertThat(driver.asked()).isEqualTo(2);
  }

  @Test
  void noFurtherPageIsAskedFor_whenARowCannotBeConsumed() {
    CompletionStage<Void> read =
        requests.readAll(
            ANY,
            row -> {
              throw new IllegalStateException("no room");
            });
    answer(3, true);

    assertThatThrownBy(() -> context.await(read)).hasMessage("no room");
    assertThat(driver.asked()).isEqualTo(1);
  }

  /** Else one that sends again what failed would never come back from doing so. */
  @Test
  void whatFailsAtOnceFailsAfterTheRequestReturned() {
    Supplier<Statement<?>> broken =
        () -> {
          throw new IllegalArgumentException("no such value");
        };
    CompletableFuture<Boolean> doneAtOnce = new CompletableFuture<>();
    CompletionStage<WriteOutcome> outcome =
        asked(
            () -> {
              CompletionStage<WriteOutcome> written = requests.write(broken);
              doneAtOnce.complete(written.toCompletableFuture().isDone());
              return written;
            });

    assertThat(context.await(outcome)).isEqualTo(WriteOutcome.UNKNOWN);
    assertThat(doneAtOnce.join()).isFalse();
    assertThat(context.await(requests.conditional(broken))).isEqualTo(CasOutcome.UNKNOWN);
    for (var read :
        List.of(requests.read(broken, page -> page), requests.readAll(broken, row -> {}))) {
      assertThatThrownBy(() -> context.await(read)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aSecondSessionDoesNotTakeTheNameOfTheFirst() {
    ScriptedDriver other = new ScriptedDriver();

    assertThatThrownBy(() -> OpenedSession.client(context.vertx(), "test", other.session()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(client.isConnected()).isTrue();
  }

  /**
   * Why pages are not walked with the client's stream. When this fails, the client has been mended.
   */
  @Test
  void theClientsStreamHandsAPageOverTwice_afterAPause() {
    List<Row> rows = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<CassandraRowStream> opened = new CompletableFuture<>();
    context.execute(
        () ->
            client
                .queryStream(ANY.get())
                .onSuccess(
                    stream -> {
                      stream.handler(rows::add);
                      opened.complete(stream);
                    }));
    answer(1, true);
    CassandraRowStream stream = opened.join();
    answer(1, true);
    awaitAsked(3);
    context.execute(stream::pause);
    answer(100, true);
    awaitAsked(4);
    context.execute(stream::resume);

    await().until(() -> driver.unanswered() == 2);
    driver.answer(5, false);
    driver.answer(5, false);
    await().until(() -> rows.size() == 1 + 1 + 100 + 5 + 5);
  }

  private static Statement<?> any() {
    return SimpleStatement.newInstance("SELECT");
  }

  /** Asks on the context. */
  private <T> CompletionStage<T> asked(Supplier<CompletionStage<T>> question) {
    return CompletableFuture.supplyAsync(question, context).join();
  }

  private void answer(int rows, boolean morePages) {
    await().until(() -> driver.unanswered() > 0);
    driver.answer(rows, morePages);
  }

  private void fail(Throwable failure) {
    await().until(() -> driver.unanswered() > 0);
    driver.fail(failure);
  }

  private void awaitAsked(int times) {
    await().until(() -> driver.asked() == times);
  }

  private static String threadName() {
    return Thread.currentThread().getName();
  }
}
