package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: changes that have no id, and lists. */
abstract class ChangingBehaviours extends Behaviours {

  @Test
  void reset() {
    ClientUnderTest client = client();
    isOk(done(client.ask(add())));
    proxy.next(Fault.SWALLOW);
    JsonObject doubt = done(client.ask(on("reset")));
    isError(doubt, "in-doubt");
    assertThat(doubt.getString("detail")).contains("the reset of " + counter);
    assertThat(changes("DELETE")).hasSize(1);
    counted(0);

    isOk(done(client.ask(add())));
    proxy.next(Fault.refuse(503, "queue-full"));
    isOk(done(client.ask(on("reset"))));
    assertThat(changes("DELETE")).hasSize(3);
    counted(0);
  }

  @Test
  void resetRefused() {
    isOk(done(client().ask(add())));
    proxy.otherwise(request -> Fault.refuse(503, "queue-full"));
    isError(done(client(options("giveUpMs", 500)).ask(on("reset"))), "refused");
    counted(1);
  }

  @Test
  void settings() {
    ClientUnderTest client = client();
    JsonObject put =
        request("putNamespace")
            .put("name", "put-behaviours")
            .put("settings", new JsonObject().put("kind", "event").put("deduplicate", "7d"));
    proxy.next(Fault.SWALLOW);
    JsonObject answer = done(client.ask(put));
    isOk(answer);
    assertThat(answer.getString("deduplicate")).isEqualTo("7d");
    assertThat(changes("PUT")).hasSize(2);

    proxy.next(Fault.SWALLOW, Fault.refuse(403, "forbidden"));
    isError(done(client.ask(put)), "in-doubt");
    JsonObject unknown = put.copy();
    unknown.getJsonObject("settings").put("dedup", "7d");
    JsonObject refused = done(client.ask(unknown));
    isError(refused, "failed");
    assertThat(refused.getString("detail")).contains("dedup");
    assertThat(changes("PUT")).hasSize(4);
  }

  @Test
  void lists() {
    ClientUnderTest client = client();
    List<String> names = List.of(counter + "/a", counter + "/b", counter + "/c");
    names.forEach(name -> isOk(done(client.ask(add().put("counter", name)))));
    JsonObject list = request("counters").put("prefix", counter + "/").put("pageSize", 2);
    await().until(() -> done(client.ask(list)).getJsonArray("counters").size() == names.size());

    int before = proxy.requests().size();
    proxy.next(Fault.CUT_ANSWER, Fault.NONE, Fault.CUT_ANSWER);
    JsonObject all = done(client.ask(list));
    assertThat(all.getJsonArray("counters")).isEqualTo(new JsonArray(names));
    assertThat(proxy.requests()).hasSize(before + 4);
    JsonObject rest = done(client.ask(list.copy().put("after", names.get(1))));
    assertThat(rest.getJsonArray("counters")).containsExactly(names.get(2));
  }

  @Test
  void recount() {
    ClientUnderTest client = client();
    isOk(done(client.ask(add().put("delta", 7))));
    proxy.next(Fault.CUT_ANSWER);
    JsonObject recount = done(client.ask(on("recount")));
    isOk(recount);
    assertThat(recount.getString("drift")).isEqualTo("0");
  }

  private JsonObject on(String op) {
    return request(op).put("counter", counter);
  }

  private List<ProxiedRequest> changes(String method) {
    return proxy.requests().stream()
        .filter(request -> request.lines().get(0).startsWith(method + " "))
        .toList();
  }
}
