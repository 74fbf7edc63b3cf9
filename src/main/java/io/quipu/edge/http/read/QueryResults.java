package io.quipu.edge.http.read;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.ReceivedValue;
import io.quipu.engine.input.JsonText;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of the questions of one request, in their order. A question without an answer in time
 * has a problem instead. Confined to one context.
 */
final class QueryResults {
  private static final Logger log = LoggerFactory.getLogger(QueryResults.class);

  /** The rows of all answers. A question that is not answered is a row with its {@code detail}. */
  static final CsvTable TABLE =
      new CsvTable(
          List.of("results", "namespaces", "series", "windows", "counters"),
          List.of("id", "status"),
          List.of(),
          List.of(
              "namespace",
              "counter",
              "start",
              "end",
              "from",
              "to",
              "count",
              "events",
              "counters",
              "estimate",
              "lower",
              "upper",
              "items",
              "quantiles",
              "remaining",
              "resets",
              "settled",
              "keptFrom",
              "next",
              "detail"));

  /** The maximum number of characters of all answers together. */
  static final int ROOM = 4_000_000;

  private final List<Asked> questions;
  private final List<Promise<Consumer<JsonText>>> answers = new ArrayList<>();
  private final List<Future<String>> results = new ArrayList<>();
  private int room = ROOM;

  QueryResults(List<Asked> questions) {
    this.questions = questions;
    for (int i = 0; i < questions.size(); i++) {
      int index = i;
      Promise<Consumer<JsonText>> answer = Promise.promise();
      answers.add(answer);
      results.add(answer.future().transform(done -> Future.succeededFuture(result(index, done))));
    }
  }

  /** Tells whether a question has its result: an answer is too late. */
  boolean has(int index) {
    return results.get(index).isComplete();
  }

  /** Gives the answer to a question: what writes its members, or why there is none. */
  void give(int index, AsyncResult<Consumer<JsonText>> answer) {
    if (answer.succeeded()) {
      answers.get(index).tryComplete(answer.result());
    } else {
      answers.get(index).tryFail(answer.cause());
    }
  }

  /** Ends the questions that have no answer yet. */
  void endAll() {
    Rejection late = Rejection.of(ProblemType.UNAVAILABLE, "There was no answer in time.");
    answers.forEach(answer -> answer.tryFail(late));
  }

  /** Completes when each question has its result. */
  Future<Response> all() {
    return Future.join(results)
        .map(
            all ->
                Response.json(
                    200,
                    Buffer.buffer(
                        results.stream()
                            .map(Future::result)
                            .collect(Collectors.joining(",", "{\"results\":[", "]}")))));
  }

  private String result(int index, AsyncResult<Consumer<JsonText>> answer) {
    if (answer.failed()) {
      return failed(index, answer.cause());
    }
    JsonText json =
        new JsonText().beginObject().field("id", questions.get(index).id()).field("status", 200);
    try {
      answer.result().accept(json);
    } catch (RuntimeException defect) {
      return failed(index, defect);
    }
    String text = json.endObject().toString();
    if (text.length() > room) {
      return failed(
          index,
          Rejection.of(
              ProblemType.INVALID_REQUEST,
              "the answers before this one and it would have more than "
                  + ROOM
                  + " characters: ask this in a request of its own"));
    }
    room -= text.length();
    return text;
  }

  private String failed(int index, Throwable failure) {
    Asked question = questions.get(index);
    Problem problem = problem(index, failure).inElement(QueryInput.QUERIES, index);
    JsonText json = new JsonText().beginObject().field("id", question.id());
    problem.writeMembers(json);
    String field = problem.field();
    return (field == null ? json : json.field("field", field)).endObject().toString();
  }

  /** The problem of a question, or of a part of it. */
  Problem problem(int index, Throwable failure) {
    return rejection(questions.get(index), failure).problem();
  }

  private static Rejection rejection(Asked question, Throwable failure) {
    Throwable said =
        ReceivedValue.saidIn(
            failure,
            field -> Optional.ofNullable(question.parameters().get(field)),
            Buffer.buffer());
    Rejection known = ServiceProblems.rejection(said);
    if (known != null) {
      return known;
    }
    log.error("A question met a defect", failure);
    return Rejection.of(ProblemType.INTERNAL_ERROR, "The log has more");
  }
}
