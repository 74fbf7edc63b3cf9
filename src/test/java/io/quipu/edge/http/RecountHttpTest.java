package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.store.StoreUnavailable;
import io.vertx.core.buffer.Buffer;
import java.math.BigInteger;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RecountHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/votes/back%20in%20black/recount";

  @Test
  void answersWhatCountingAgainCameTo() {
    AtomicReference<CounterName> asked = new AtomicReference<>();
    service.onRecount =
        counter -> {
          asked.set(counter);
          return report("7", "7", 12, true);
        };
    HttpResponse<String> response = recount(PATH);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo(
            "{\"count\":7,\"recounted\":7,\"drift\":0,\"windowsChecked\":12,\"complete\":true}");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
    assertThat(asked.get()).isEqualTo(new CounterName("votes", "back in black"));
  }

  @Test
  void saysWhatDrifted_exactly() {
    service.onRecount =
        counter -> report("100000000000000000000", "99999999999999999998", 1, false);
    assertThat(recount(PATH).body())
        .isEqualTo(
            "{\"count\":100000000000000000000,\"recounted\":99999999999999999998,\"drift\":-2,"
                + "\"windowsChecked\":1,\"complete\":false}");
  }

  @Test
  void countsCountersThatAreCalledLikeIt() {
    service.onRecount = counter -> report("0", "0", counter.name().length(), true);
    assertThat(json(recount("/v1/counters/votes/recount/recount")).getInteger("windowsChecked"))
        .isEqualTo("recount".length());
    assertThat(get("/v1/counters/votes/recount").body()).contains("\"counter\":\"recount\"");
    assertThat(post("/v1/counters/votes/recount/events", JSON, "{}").statusCode()).isEqualTo(201);
  }

  @Test
  void mayTakeLongerThanOtherRequests() {
    service.onRecount =
        counter -> {
          CompletableFuture<RecountReport> late = new CompletableFuture<>();
          service.vertx.setTimer(
              TestService.PATIENCE.toMillis() * 2,
              now -> late.complete(new RecountReport(BigInteger.ONE, BigInteger.ONE, 1, true)));
          return late;
        };
    assertThat(recount(PATH).statusCode()).isEqualTo(200);
  }

  @Test
  void answersUnavailable_whenThereIsNoAnswer_orNoQuorum() {
    service.onRecount = counter -> new CompletableFuture<>();
    expectUnavailable(recount(PATH));
    service.onRecount = counter -> away();
    expectUnavailable(recount(PATH));
  }

  @Test
  void saysThatAnotherIsUnderWay() {
    service.onRecount =
        counter -> CompletableFuture.failedFuture(StoreUnavailable.busy("Another one runs."));
    HttpResponse<String> response = recount(PATH);
    expectUnavailable(response);
    assertThat(json(response).getString("detail")).isEqualTo("Another one runs.");
    assertThat(header(response, "Retry-After")).isNotNull();
  }

  @Test
  void isWithdrawn_whenItsCallerGoes_orHasWaitedTooLong_andNotWhenItIsAnswered() {
    recount(PATH);
    service.onRecount = counter -> new CompletableFuture<>();
    RawHttp gone = new RawHttp(service.base());
    gone.send(RawHttp.request("POST", PATH, Map.of(), Buffer.buffer()));
    Awaitility.await().until(() -> service.recounts.size() == 2);
    gone.close();
    Awaitility.await().until(() -> service.withdrawn.size() == 1);
    expectUnavailable(recount(PATH));
    Awaitility.await().until(() -> service.withdrawn.size() >= 2);
    List<UUID> asked = service.recounts.stream().map(QueryMessages.Recount::asked).toList();
    assertThat(service.withdrawn).containsOnly(asked.get(1), asked.get(2));
  }

  private static CompletionStage<RecountReport> report(
      String count, String recounted, long windows, boolean complete) {
    return CompletableFuture.completedFuture(
        new RecountReport(new BigInteger(count), new BigInteger(recounted), windows, complete));
  }

  private HttpResponse<String> recount(String path) {
    return send(to(path).POST(BodyPublishers.noBody()));
  }

  private static void expectUnavailable(HttpResponse<String> response) {
    expectProblem(response, 503, "unavailable");
    assertThat(response.body()).doesNotContain("10.1.2.3");
  }
}
